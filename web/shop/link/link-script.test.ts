import { afterEach, expect, test, vi } from "vitest";
import { fakeStorage } from "../../../test/support/browser-storage.ts";
import { followLink } from "./link-script.ts";

class Navigation {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

type Opened = {
  type?: string;
  link?: string;
  pathname?: string;
  locale?: string;
  storage?: boolean;
  visible?: boolean;
};

/** Opens a permalink. Returns how often it pressed the button, and a function that brings its tab to the front. */
function opened({ type = "navigate", link = "follow", pathname = "/buy/SMART60", ...page }: Opened) {
  vi.stubGlobal("localStorage", page.storage === false ? null : fakeStorage());
  vi.stubGlobal("sessionStorage", page.storage === false ? null : fakeStorage());
  if (page.locale) localStorage.setItem("kasse.locale", page.locale);
  vi.stubGlobal("location", { pathname });
  vi.stubGlobal("PerformanceNavigationTiming", Navigation);
  vi.stubGlobal("performance", { getEntriesByType: () => [new Navigation(type)] });
  vi.stubGlobal("addEventListener", () => undefined);
  const seen: (() => void)[] = [];
  const tab = {
    visibilityState: page.visible === false ? "hidden" : "visible",
    querySelector: () => null,
    addEventListener: (_name: string, action: () => void) => seen.push(action),
  };
  vi.stubGlobal("document", tab);
  const buy = vi.fn<() => void>();
  const form = { dataset: { link }, querySelector: () => null } as unknown as HTMLFormElement;
  followLink(form, buy);
  const show = () => {
    tab.visibilityState = "visible";
    for (const action of seen.splice(0)) action();
  };
  return { presses: () => buy.mock.calls.length, show };
}
afterEach(() => vi.unstubAllGlobals());

test.each<[string, Opened, number]>([
  ["opened by a link", {}, 1],
  ["loaded in advance", { type: "prerender" }, 1],
  ["reloaded", { type: "reload" }, 0],
  ["opened by the back button", { type: "back_forward" }, 0],
  ["after a failure, sold out or sold by a partner", { link: "" }, 0],
  ["without storage", { storage: false }, 0],
  ["that is about to be left for the chosen language", { locale: "fr" }, 0],
  ["in the chosen language", { locale: "fr", pathname: "/fr/buy/SMART60" }, 1],
  ["in German, which was chosen", { locale: "de" }, 1],
  ["in another language than the chosen one, which stays", { locale: "fr", pathname: "/it/buy/SMART60" }, 1],
])("a permalink %s", (_name, page, presses) => expect(opened(page).presses()).toBe(presses));

test("a permalink in a tab behind waits until it is seen", () => {
  const { presses, show } = opened({ visible: false });
  expect(presses()).toBe(0);
  show();
  show();
  expect(presses()).toBe(1);
});

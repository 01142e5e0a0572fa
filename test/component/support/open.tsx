import { cleanup, render } from "vitest-browser-react";
import { commands } from "vitest/browser";
import { DEFAULT_LOCALE, localePrefix, type Locale } from "#core/text/locale.ts";
import { App } from "#web/app/App.tsx";
import { ErrorBoundary } from "#web/app/ErrorBoundary.tsx";
import { loadMessages } from "#web/app/messages.ts";
import { BrowserRoutes } from "#web/BrowserRoutes.tsx";
import "#web/frame-styles.ts";
import { storageOf } from "../../support/stored.ts";
import type { Walk } from "../../support/walk.ts";
import type { PaymentOutcome } from "../../support/shopper.ts";
import type { Drag, Media, Seeded } from "./shop-commands.ts";
import { forgetAnswers } from "./answers.ts";
import { newEmail } from "./emails.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    seedStep: (walk: Walk) => Promise<Seeded>;
    readPage: (path: string) => Promise<Seeded["page"]>;
    holdElsewhere: (msisdn: string | null) => Promise<void>;
    emulateMedia: (media: Media) => Promise<void>;
    drag: (drag: Drag) => Promise<void>;
    pressAtProvider: (paymentPage: string, outcome: PaymentOutcome) => Promise<string>;
  }
}

type Options = Partial<Omit<Walk, "step" | "locale">> & {
  readonly locale?: Locale;
  /** Capabilities of the operator's systems that differ from those of the shop behind. */
  readonly offers?: Partial<Seeded["page"]["offers"]>;
  /** Settings of the operator that only the page receives. */
  readonly settings?: Partial<Seeded["page"]>;
};

/**
 * Opens a step of the checkout for a shopper who has just arrived there, with the components only: no page is loaded.
 * Its calls go to a real shop, unless a test has defined another answer (`answers.ts`).
 */
export async function openStep(step: Walk["step"], options: Options = {}): Promise<Seeded["stored"]> {
  const { path = "/mobile/SMART30", locale = DEFAULT_LOCALE, email = newEmail(), offers, settings, ...rest } = options;
  await cleanup();
  forgetAnswers();
  leftFor = null;
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const { stored, page } = await commands.seedStep({ ...rest, step, path, locale, email });
  const { both, local } = storageOf(stored);
  for (const storage of [localStorage, sessionStorage])
    for (const [key, value] of Object.entries(both)) storage.setItem(key, value);
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
  history.replaceState(null, "", `${localePrefix(locale)}/checkout/${step}`);
  shown = { ...page, ...settings, offers: { ...page.offers, ...offers } };
  await show(shown);
  return stored;
}

let shown: Seeded["page"] | null = null;

let leftFor: string | null = null;
/**
 * Returns the path to which this page has navigated by a page load, or the whole URL on another origin; null if it has
 * not.
 */
export const leftTo = (): string | null => leftFor;

globalThis.navigation.addEventListener("navigate", (event) => {
  if (!shown || event.destination.sameDocument || event.navigationType === "traverse") return;
  event.preventDefault();
  if (event.navigationType === "reload") void reload();
  else {
    const { href, origin, pathname } = new URL(event.destination.url);
    leftFor = origin === location.origin ? pathname : href;
  }
});

/** Simulates a reload: the components mount anew with the browser's stored data and URL. */
export async function reload(): Promise<void> {
  if (!shown) throw new Error("Nothing is open");
  await cleanup();
  await show(shown);
}

/** Simulates opening an address by hand: the components mount anew there. */
export async function goTo(path: string): Promise<void> {
  history.replaceState(null, "", path);
  await reload();
}

/** Simulates opening another address in this tab: the components mount anew there. */
export async function visit(path: string): Promise<void> {
  await cleanup();
  shown = await commands.readPage(path.replace(/#.*/, ""));
  history.replaceState(null, "", path);
  await show(shown);
}

/** Simulates another tab at the same address, whose session storage is empty. */
export async function reopen(): Promise<void> {
  sessionStorage.clear();
  await reload();
}

async function show(page: Seeded["page"]): Promise<void> {
  const messages = await loadMessages(page.locale, []);
  await render(
    <App page={page} messages={messages}>
      <ErrorBoundary>
        <main id="main">
          <BrowserRoutes />
        </main>
      </ErrorBoundary>
    </App>,
  );
}

import { DEFAULT_LOCALE, splitLocale } from "#core/text/locale.ts";
import { browserStorage, isStoring } from "#web/session/storage.ts";
import { showResume } from "../resume/resume-script.ts";

/** How the page was opened: by a link or the address bar. Not by a reload or the back button, which would trap. */
const OPENED: ReadonlySet<string> = new Set(["navigate", "prerender"]);

/**
 * Goes on from a permalink to the checkout by itself, as soon as the shopper sees the page. Stays if the shopper has to
 * decide: after a failure, a reload or the back button, and if an order was started in this browser, which is said.
 */
export function followLink(form: HTMLFormElement, buy: () => void): void {
  const started = form.querySelector<HTMLElement>("[data-started]");
  const hasStarted = () => {
    showResume();
    const isStarted = document.querySelector<HTMLElement>("a[data-resume]")?.hidden === false;
    if (started) started.hidden = !isStarted;
    return isStarted;
  };
  const follow = () => {
    if (hasStarted() || form.dataset["link"] !== "follow" || !isStoring() || !isOpened() || isLeaving()) return;
    buy();
  };
  whenSeen(follow);
  addEventListener("pageshow", (event) => {
    if (event.persisted) hasStarted();
  });
}

function isOpened(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && OPENED.has(entry.type);
}

/** Whether `stored-locale.ts` is about to load this page in the language that the shopper has chosen. */
function isLeaving(): boolean {
  const stored = browserStorage.read("locale") ?? DEFAULT_LOCALE;
  return splitLocale(location.pathname).locale === DEFAULT_LOCALE && stored !== DEFAULT_LOCALE;
}

/** Waits until the page is in front: browsers also load pages in advance, and in tabs that are opened later. */
function whenSeen(action: () => void): void {
  if (document.visibilityState === "visible") return action();
  document.addEventListener("visibilitychange", () => whenSeen(action), { once: true });
}

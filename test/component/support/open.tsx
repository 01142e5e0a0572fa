import { Router } from "wouter";
import { cleanup, render } from "vitest-browser-react";
import { commands } from "vitest/browser";
import { DEFAULT_LOCALE, localePrefix, type Locale } from "#core/locale.ts";
import { App } from "#web/app/App.tsx";
import { ErrorBoundary } from "#web/app/ErrorBoundary.tsx";
import { loadMessages } from "#web/app/messages.ts";
import { BrowserRoutes } from "#web/BrowserRoutes.tsx";
import "#web/frame-styles.ts";
import type { Walk } from "../../support/walk.ts";
import type { Seeded } from "./shop-commands.ts";
import { forgetAnswers } from "./answers.ts";
import { newEmail } from "./emails.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    seedStep: (walk: Walk) => Promise<Seeded>;
    readPage: (path: string) => Promise<Seeded["page"]>;
    holdElsewhere: (msisdn: string | null) => Promise<void>;
  }
}

type Options = Partial<Omit<Walk, "step" | "locale">> & {
  readonly locale?: Locale;
  /** What the operator's systems can do otherwise than those of the shop behind. */
  readonly offers?: Partial<Seeded["page"]["offers"]>;
};

/**
 * Opens a step of the checkout for a new shopper who has just got there, on the components alone: no page is loaded. Its calls go to a real shop, except
 * where a test has said another answer (`answers.ts`).
 */
export async function openStep(step: Walk["step"], options: Options = {}): Promise<Seeded["stored"]> {
  const { path = "/mobile/SMART30", locale = DEFAULT_LOCALE, email = newEmail(), offers, ...rest } = options;
  await cleanup();
  forgetAnswers();
  leftFor = null;
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const { stored, page } = await commands.seedStep({ ...rest, step, path, locale, email });
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem("kasse.checkout-id", stored.id);
    storage.setItem("kasse.page-step", stored.pageStep);
  }
  localStorage.setItem(`kasse.draft.${stored.id}`, JSON.stringify(stored.draft));
  history.replaceState(null, "", `${localePrefix(locale)}/checkout/${step}`);
  shown = { ...page, offers: { ...page.offers, ...offers } };
  await show(shown);
  return stored;
}

let shown: Seeded["page"] | null = null;

let leftFor: string | null = null;
/** The path of the page that this one has gone to, which would be loaded anew; null while it is here. */
export const leftTo = (): string | null => leftFor;

globalThis.navigation.addEventListener("navigate", (event) => {
  if (!shown || event.destination.sameDocument || event.navigationType === "traverse") return;
  event.preventDefault();
  if (event.navigationType === "reload") void reload();
  else leftFor = new URL(event.destination.url).pathname;
});

/** What a reload does: the components begin anew with what the browser has stored and where it is. */
export async function reload(): Promise<void> {
  if (!shown) throw new Error("Nothing is open");
  await cleanup();
  await show(shown);
}

/** What another address does that is opened in this tab: the components begin anew there. */
export async function visit(path: string): Promise<void> {
  await cleanup();
  shown = await commands.readPage(path.replace(/#.*/, ""));
  history.replaceState(null, "", path);
  await show(shown);
}

/** What another tab does that is opened at the same address: it has no storage of its own yet. */
export async function reopen(): Promise<void> {
  sessionStorage.clear();
  await reload();
}

async function show(page: Seeded["page"]): Promise<void> {
  const messages = await loadMessages(page.locale, ["common", "checkout"]);
  await render(
    <App page={page} messages={messages}>
      <ErrorBoundary>
        <Router base={localePrefix(page.locale)}>
          <main id="main">
            <BrowserRoutes />
          </main>
        </Router>
      </ErrorBoundary>
    </App>,
  );
}

import { Router } from "wouter";
import { cleanup, render } from "vitest-browser-react";
import { commands } from "vitest/browser";
import { DEFAULT_LOCALE, localePrefix, type Locale } from "#core/locale.ts";
import { App } from "#web/app/App.tsx";
import { ErrorBoundary } from "#web/app/ErrorBoundary.tsx";
import { loadMessages } from "#web/app/messages.ts";
import { BrowserRoutes } from "#web/BrowserRoutes.tsx";
import "#web/frame-styles.ts";
import { storageOf } from "../../support/stored.ts";
import type { Walk } from "../../support/walk.ts";
import type { Drag, Media, Outcome, Seeded } from "./shop-commands.ts";
import { forgetAnswers } from "./answers.ts";

declare module "vitest/browser" {
  interface BrowserCommands {
    seedStep: (walk: Walk) => Promise<Seeded>;
    emulateMedia: (media: Media) => Promise<void>;
    drag: (drag: Drag) => Promise<void>;
    pressAtProvider: (paymentPage: string, outcome: Outcome) => Promise<void>;
  }
}

let people = 0;
/** An e-mail address that nobody else uses. */
export const newEmail = (): string => `component-${Date.now()}-${(people += 1)}@example.ch`;

type Options = Partial<Omit<Walk, "step" | "locale">> & {
  readonly locale?: Locale;
  /** Settings of the operator that only the page knows. */
  readonly settings?: Partial<Seeded["page"]>;
};

/**
 * Opens a step of the checkout for a shopper who has just got there, on the components alone: no page is loaded. Its calls go to a real shop, except
 * where a test has said another answer (`answers.ts`).
 */
export async function openStep(step: Walk["step"], options: Options = {}): Promise<Seeded["stored"]> {
  const { path = "/mobile/SMART30", locale = DEFAULT_LOCALE, email = newEmail(), settings, ...rest } = options;
  await cleanup();
  forgetAnswers();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const { stored, page } = await commands.seedStep({ ...rest, step, path, locale, email });
  const { both, local } = storageOf(stored);
  for (const storage of [localStorage, sessionStorage])
    for (const [key, value] of Object.entries(both)) storage.setItem(key, value);
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value);
  history.replaceState(null, "", `${localePrefix(locale)}/checkout/${step}`);
  shown = { ...page, ...settings };
  await show(shown);
  return stored;
}

let shown: Seeded["page"] | null = null;

/** What a reload does: the components begin anew with what the browser has stored and where it is. */
export async function reload(): Promise<void> {
  if (!shown) throw new Error("Nothing is open");
  await cleanup();
  await show(shown);
}

/** What opening an address by hand does: the components begin anew there. */
export async function goTo(path: string): Promise<void> {
  history.replaceState(null, "", path);
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

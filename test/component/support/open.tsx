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

declare module "vitest/browser" {
  interface BrowserCommands {
    seedStep: (walk: Walk) => Promise<Seeded>;
  }
}

let people = 0;
/** An e-mail address that nobody else uses. */
const newEmail = (): string => `component-${Date.now()}-${(people += 1)}@example.ch`;

type Options = Partial<Omit<Walk, "step" | "locale">> & { readonly locale?: Locale };

/**
 * Opens a step of the checkout for a new shopper who has just got there, on the components alone: no page is loaded. Its calls go to a real shop, except
 * where a test has said another answer (`answers.ts`).
 */
export async function openStep(step: Walk["step"], options: Options = {}): Promise<Seeded["stored"]> {
  const { path = "/mobile/SMART30", locale = DEFAULT_LOCALE, email = newEmail(), ...rest } = options;
  await cleanup();
  forgetAnswers();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  const { stored, page } = await commands.seedStep({ ...rest, step, path, locale, email });
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem("kasse.checkout-id", stored.id);
    storage.setItem("kasse.page-step", stored.pageStep);
  }
  localStorage.setItem(`kasse.draft.${stored.id}`, JSON.stringify(stored.draft));
  history.replaceState(null, "", `${localePrefix(locale)}/checkout/${step}`);
  shown = page;
  await show(page);
  return stored;
}

let shown: Seeded["page"] | null = null;

/** What a reload does: the components begin anew with what the browser has stored and where it is. */
export async function reload(): Promise<void> {
  if (!shown) throw new Error("Nothing is open");
  await cleanup();
  await show(shown);
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

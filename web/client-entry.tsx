import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { ErrorBoundary } from "./app/ErrorBoundary.tsx";
import { startFrame } from "./app/frame-script.ts";
import { loadMessages } from "./app/messages.ts";
import { BrowserRoutes } from "./BrowserRoutes.tsx";
import { person } from "./session/login.ts";
import { adoptStartedCheckout } from "./session/started-checkout.ts";
import { CONTENT_ELEMENT, readPage } from "./site/page.ts";

const page = readPage();
const content = document.getElementById(CONTENT_ELEMENT);
if (!content) throw new Error(`The page has no element #${CONTENT_ELEMENT}`);

/**
 * Renders the page. A function instead of a top-level await: an awaited chunk might import this one, which would
 * deadlock.
 */
async function start(element: HTMLElement): Promise<void> {
  const messages = await loadMessages(page.locale, []);
  // Replaces the outline. In a transition, React renders in small slices, between which the browser can respond to
  // input.
  startTransition(() =>
    createRoot(element).render(
      <App page={page} messages={messages}>
        <ErrorBoundary>
          <BrowserRoutes />
        </ErrorBoundary>
      </App>,
    ),
  );
}
startFrame(person);
adoptStartedCheckout();
void start(content);

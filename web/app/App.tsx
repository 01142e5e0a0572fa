import { Suspense, type ReactNode } from "react";
import { Router } from "wouter";
import { localePrefix } from "#core/locale.ts";
import type { Page } from "#web/site/page.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { PageProvider } from "./page-context.tsx";
import { SkipLink } from "./SkipLink.tsx";
import { TextsProvider } from "./Texts.tsx";
import type { Messages } from "./text.ts";

type Props = {
  readonly page: Page;
  readonly messages: Partial<Messages>;
  /** The path, where there is no browser to ask: rendering on the server. */
  readonly ssrPath?: string;
  /** The half of the page that it is about, already loaded: nothing waits while the page is taken over from the server. */
  readonly children: ReactNode;
};

/**
 * The whole page. The server renders it for all pages but the checkout's; there the browser draws it. Moving between
 * shop and checkout is a page load, so each carries only its own half. Nothing in the `Suspense` parts of a public page
 * waits: they are what the browser takes over one by one, so that an early press waits only for the part it is in.
 */
export function App({ page, messages, ssrPath, children }: Props) {
  return (
    <PageProvider page={page}>
      <TextsProvider locale={page.locale} messages={messages}>
        <ErrorBoundary>
          {/* The server's page knows no query: it comes in once the browser has taken over. */}
          <Router base={localePrefix(page.locale)} ssrSearch="" {...(ssrPath !== undefined && { ssrPath })}>
            <SkipLink />
            <Suspense>
              <Header />
            </Suspense>
            <main id="main">{children}</main>
            <Suspense>
              <Footer />
            </Suspense>
          </Router>
        </ErrorBoundary>
      </TextsProvider>
    </PageProvider>
  );
}

import { Suspense, type ReactNode } from "react";
import { Router } from "wouter";
import { localePrefix } from "#core/locale.ts";
import type { Page } from "#contract/page.ts";
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
  /** The path, for rendering on the server. */
  readonly ssrPath?: string;
  /** The content of the page, already loaded, so that hydration does not wait. */
  readonly children: ReactNode;
};

/**
 * The whole page. The server renders public pages; the browser renders the checkout. Moving between shop and checkout is a
 * page load, so each loads only its own code. The `Suspense` boundaries never wait: React hydrates them one by one, so that
 * an early press waits only for the part it is in.
 */
export function App({ page, messages, ssrPath, children }: Props) {
  return (
    <PageProvider page={page}>
      <TextsProvider locale={page.locale} messages={messages}>
        <ErrorBoundary>
          {/* The server renders without the query; the browser adds it after hydration. */}
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

import type { ReactNode } from "react";
import type { Page } from "#contract/page.ts";
import { PageProvider } from "./page-context.tsx";
import { TextsProvider } from "./Texts.tsx";
import type { Messages } from "./text.ts";

type Props = { readonly page: Page; readonly messages: Partial<Messages>; readonly children: ReactNode };

/** Provides a page's data and texts to its components. */
export function App({ page, messages, children }: Props) {
  return (
    <PageProvider page={page}>
      <TextsProvider locale={page.locale} messages={messages}>
        {children}
      </TextsProvider>
    </PageProvider>
  );
}

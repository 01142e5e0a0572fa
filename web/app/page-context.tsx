import { createContext, useContext, type ReactNode } from "react";
import type { Page } from "#contract/page.ts";

const PageContext = createContext<Page | null>(null);

export function PageProvider({ page, children }: { readonly page: Page; readonly children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>;
}

/** Returns the page's data from the server: locale, brand, settings, content. */
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error("usePage needs a PageProvider");
  return page;
}

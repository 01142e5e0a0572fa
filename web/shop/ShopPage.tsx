import type { PageData } from "#contract/page.ts";
import { HomePage } from "./home/HomePage.tsx";
import { ProductPage } from "./product/ProductPage.tsx";
import { ErrorPage } from "./text/ErrorPage.tsx";
import { LegalPage } from "./text/LegalPage.tsx";
import { NotFoundPage } from "./text/NotFoundPage.tsx";

export type ShopData = Exclude<PageData, { kind: "checkout" }>;

/** Any public page. Only the server renders it. */
export function ShopPage({ data }: { readonly data: ShopData }) {
  switch (data.kind) {
    case "home":
      return <HomePage catalogue={data.catalogue} />;
    case "product":
      return <ProductPage product={data.product} failure={data.failure} />;
    case "legal":
      return <LegalPage title={data.title} paragraphs={data.paragraphs} />;
    case "notFound":
      return <NotFoundPage />;
    case "error":
      return <ErrorPage />;
  }
}

import type { ReactNode } from "react";
import type { ShopData } from "./ShopPage.tsx";

/** Loads the code of the public page that the browser is on, and nothing of the others. Draws what `ShopPage` draws. */
export async function loadShopPage(data: ShopData): Promise<ReactNode> {
  switch (data.kind) {
    case "home": {
      const { HomePage } = await import("./home/HomePage.tsx");
      return <HomePage catalogue={data.catalogue} />;
    }
    case "product": {
      const { ProductPage } = await import("./product/ProductPage.tsx");
      return <ProductPage product={data.product} />;
    }
    case "legal": {
      const { LegalPage } = await import("./text/LegalPage.tsx");
      return <LegalPage title={data.title} paragraphs={data.paragraphs} />;
    }
    case "notFound": {
      const { NotFoundPage } = await import("./text/NotFoundPage.tsx");
      return <NotFoundPage />;
    }
    case "error": {
      const { ErrorPage } = await import("./text/ErrorPage.tsx");
      return <ErrorPage />;
    }
  }
}

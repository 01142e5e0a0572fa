import type { ReactNode } from "react";
import type { ShopData } from "./ShopPage.tsx";

/** Loads the code of the current public page alone. Renders the same as `ShopPage`. */
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

import type { PageData } from "#contract/page.ts";
import { HomePage } from "./home/HomePage.tsx";
import { BrokenLinkPage } from "./link/BrokenLinkPage.tsx";
import { LinkPage } from "./link/LinkPage.tsx";
import { ProductPage } from "./product/ProductPage.tsx";
import { ResumeRow } from "./resume/Resume.tsx";
import { BrowsersPage, ErrorPage, LegalPage, NotFoundPage } from "./text/pages.tsx";

export type ShopData = Exclude<PageData, { kind: "checkout" }>;

/** Any public page, with a link to a started order above its headline. Only the server renders it. */
export function ShopPage({ data }: { readonly data: ShopData }) {
  if (data.kind === "home") return <HomePage catalogue={data.catalogue} mostChosen={data.mostChosen} />;
  return (
    <>
      <ResumeRow />
      <OtherPage data={data} />
    </>
  );
}

function OtherPage({ data }: { readonly data: Exclude<ShopData, { kind: "home" }> }) {
  switch (data.kind) {
    case "product":
      return <ProductPage data={data} />;
    case "link":
      return <LinkPage product={data.product} offer={data.offer} failure={data.failure} />;
    case "brokenLink":
      return <BrokenLinkPage family={data.family} product={data.product} mistakes={data.mistakes} />;
    case "legal":
      return <LegalPage title={data.title} paragraphs={data.paragraphs} />;
    case "browsers":
      return <BrowsersPage />;
    case "notFound":
      return <NotFoundPage />;
    case "error":
      return <ErrorPage />;
  }
}

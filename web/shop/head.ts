import { fromChf, decimal } from "#core/money/money.ts";
import { escapeHtml } from "#core/text/escape-html.ts";
import { createTranslator } from "use-intl/core";
import { LANGUAGE_TAG } from "#core/text/locale.ts";
import type { Messages } from "#web/app/text.ts";
import { chf } from "#web/money/amounts.ts";
import type { Page } from "#contract/page.ts";
import { isPrepaid, type Product } from "./products.ts";

/** The contents of a page's head for search engines and shared links. */
export type Head = {
  readonly title: string;
  readonly description: string;
  readonly tags: string;
  readonly indexed: boolean;
};

type HeadTexts = { readonly title: string; readonly description: string };

/** Returns title, description, share card and structured data of a public page. */
export function headOf(page: Page, messages: Partial<Messages>): Head {
  const { data, brand } = page;
  const { title, description } = headTextsOf(page, messages);
  const indexed = data.kind === "home" || data.kind === "product" || data.kind === "legal";
  const full = title === "" ? brand.name : `${title} | ${brand.name}`;
  const tags = indexed
    ? [
        ...shareCard(page, { title: full, description }),
        ...(data.kind === "product" ? [structuredData(data.product, page, description)] : []),
      ]
    : [];
  return { title: full, description, tags: tags.join("\n"), indexed };
}

function headTextsOf({ locale, brand, data }: Page, messages: Partial<Messages>): HeadTexts {
  const t = createTranslator({ locale: LANGUAGE_TAG[locale], messages: messages as Messages, namespace: "shop" });
  switch (data.kind) {
    case "home":
      return { title: t("home.title"), description: t("home.description") };
    case "product": {
      const { group, name, price, summary, features, tariff } = data.product;
      const facts = [name, summary, ...features.map((feature) => feature.name), tariff?.name]
        .filter(Boolean)
        .join(", ");
      return {
        title: t(`meta.${group}`, { name, price: chf(price) }),
        description: t("meta.description", { facts, brand: brand.name }),
      };
    }
    case "link":
      return { title: t("link.title"), description: "" };
    case "brokenLink":
      return { title: t(data.product ? "link.broken.title" : "link.gone.title"), description: "" };
    case "legal":
      return { title: data.title, description: data.paragraphs[0] ?? "" };
    case "browsers":
      return { title: t("browser.title"), description: "" };
    case "notFound":
      return { title: t("notFound.title"), description: "" };
    case "error":
      return { title: t("meta.error"), description: "" };
    case "checkout":
      return { title: "", description: "" };
  }
}

/** Open Graph locales, which include a country. */
const OPEN_GRAPH_LOCALE = { de: "de_CH", en: "en_GB", fr: "fr_CH", it: "it_CH", sr: "sr_RS" } as const;

function shareCard({ locale, brand, data }: Page, { title, description }: HeadTexts): string[] {
  const card = {
    "og:type": data.kind === "product" ? "product" : "website",
    "og:site_name": brand.name,
    "og:title": title,
    "og:description": description,
    "og:locale": OPEN_GRAPH_LOCALE[locale],
  };
  return Object.entries(card).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`,
  );
}

/** Returns a schema.org Product and Offer: with a price per month, or a single price if paid in advance. */
function structuredData(product: Product, { brand }: Page, description: string): string {
  const price = product.group === "tvPrepaid" ? product.priceNow : product.price;
  const amount = { price: decimal(fromChf(price)), priceCurrency: "CHF" };
  const monthly = {
    "@type": "UnitPriceSpecification",
    ...amount,
    valueAddedTaxIncluded: true,
    referenceQuantity: { "@type": "QuantitativeValue", value: 1, unitCode: "MON" },
  };
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.name,
    sku: product.code,
    description,
    brand: { "@type": "Brand", name: brand.name },
    offers: {
      "@type": "Offer",
      ...amount,
      availability: `https://schema.org/${product.onStock ? "InStock" : "OutOfStock"}`,
      ...(isPrepaid(product) ? {} : { priceSpecification: monthly }),
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

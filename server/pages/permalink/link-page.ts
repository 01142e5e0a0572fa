import type { LinkOffer, PageData } from "#contract/page.ts";
import { readRecord } from "#core/checkout-record/record.ts";
import { priceRecord } from "#core/price/pricing.ts";
import type { Locale } from "#core/text/locale.ts";
import type { FieldMistakes } from "#server/api/result.ts";
import { fieldText, serverText } from "#server/platform/texts/texts.ts";
import { linesOnWire } from "#server/sale/checkout/answer.ts";
import { productPage } from "#server/shop/catalogue/shop-window.ts";
import type { WindowState } from "#server/shop/catalogue/window-state.ts";
import { withCatalogueCodes } from "./catalogue-codes.ts";
import { fieldNames, type Link, type LinkPath } from "./read-link.ts";

export type BrokenLink = Extract<PageData, { kind: "brokenLink" }> & { readonly status: 400 | 404 | 422 };
/** What a link buys, and the product that it is named after: the device, else the tariff. */
export type WholeLink = Extract<PageData, { kind: "link" }>;

/**
 * Checks a link as any record, and prices it. Returns a broken one with every mistake: 404 if the tariff is not sold,
 * 400 if the link cannot be read, 422 if the catalogue does not sell the configuration.
 */
export function linkPage(
  { family, code }: LinkPath,
  { record: written, source, mistakes }: Link,
  { loaded: { catalogue }, stock, today }: WindowState,
  locale: Locale,
): WholeLink | BrokenLink {
  const record = withCatalogueCodes(written, catalogue);
  const window = { catalogue, stock, today };
  const tariff = productPage({ kind: family, code }, window, locale);
  const product =
    (record.mobile === undefined ? null : productPage({ kind: "device", code: record.mobile }, window, locale)) ??
    tariff;
  if (!tariff || !product) return { kind: "brokenLink", status: 404, family, product: null, mistakes: [] };
  const broken = { kind: "brokenLink", family, product } as const;
  if (mistakes.size > 0) {
    return {
      ...broken,
      status: 400,
      mistakes: [...mistakes].map(([field, mistake]) => ({
        field,
        text: serverText(locale, `link.${mistake}`),
        ...(mistake === "unknown" && { fields: fieldNames(family) }),
      })),
    };
  }
  const read = readRecord(record, catalogue);
  if (!read.ok) return { ...broken, status: 422, mistakes: sentences(read.errors as FieldMistakes, locale) };
  const quote = priceRecord(read.checked, catalogue);
  const offer: LinkOffer = { ...linesOnWire(quote, catalogue, locale), record, source };
  return { kind: "link", product, offer };
}

function sentences(errors: FieldMistakes, locale: Locale): BrokenLink["mistakes"] {
  return Object.entries(errors).flatMap(([field, mistake]) =>
    mistake ? [{ field, text: fieldText(locale, mistake) }] : [],
  );
}

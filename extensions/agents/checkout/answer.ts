import { byCode, type Catalogue } from "#core/catalogue/catalogue.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";
import { isReduction, type Line } from "#core/price/lines.ts";
import { sumOf } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";
import { LANGUAGE_TAG, localePrefix, type Locale, type LocalText } from "#core/text/locale.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import type { Message } from "../answer.ts";
import { CURRENCY, laterCosts } from "../catalogue/product.ts";
import { telecomPrices } from "../catalogue/telecom-prices.ts";
import type { Prepared } from "./prepared.ts";
import type { Telecom } from "./request.ts";

/** The states of a checkout (checkout, "Status Values"). A platform can never complete one by itself. */
export type Status = "incomplete" | "requires_escalation" | "complete_in_progress" | "completed" | "canceled";

type Shown = {
  readonly id: string;
  readonly prepared: Prepared;
  readonly quote: Quote;
  readonly catalogue: Catalogue;
  readonly brand: Pick<Brand, "terms" | "gdpr">;
  readonly publicUrl: string;
  /** Whether the platform knows the shop's extension. */
  readonly hasTelecom: boolean;
  readonly locale: Locale;
  readonly status: Status;
  readonly messages: readonly Message[];
  readonly expiresAt: Date;
  readonly continueUrl: string | null;
  readonly order: { readonly id: string; readonly permalink_url: string } | null;
};

/** Returns a checkout as UCP's `checkout.json` has it, with the shop's extension. */
export function shownCheckout(shown: Shown) {
  const { id, prepared, quote, catalogue, locale, status, messages, continueUrl, order } = shown;
  const later = laterCosts(nameOf(quote, catalogue, locale), telecomPrices(quote, catalogue), locale);
  const notes = later.map((content): Message => ({
    type: "warning",
    code: "recurring_charges",
    path: "$.line_items[0]",
    content,
    presentation: "disclosure",
  }));
  const { form, consent } = prepared;
  return {
    id,
    status,
    currency: CURRENCY,
    line_items: linesOf(prepared, quote, catalogue, locale),
    totals: totalsOf(quote, locale),
    messages: [...messages, ...notes],
    links: linksOf(shown),
    expires_at: shown.expiresAt.toISOString(),
    ...(continueUrl !== null && { continue_url: continueUrl }),
    ...(order && { order }),
    buyer: {
      ...given({
        first_name: form.firstName,
        last_name: form.lastName,
        email: form.email,
        phone_number: form.mobilePhone,
      }),
      ...(consent && { consent }),
    },
    // Sent back with the next update, so that messages keep their language.
    context: { language: LANGUAGE_TAG[locale] },
    ...(shown.hasTelecom && { telecom: { ...telecomOf(prepared), prices: telecomPrices(quote, catalogue) } }),
  };
}

/** Returns what is due now: the sum of the products, each discount, and the rest (checkout, "Totals"). */
export function totalsOf({ lines, dueNow }: Pick<Quote, "lines" | "dueNow">, locale: Locale) {
  const discounts = lines.flatMap((line) =>
    isReduction(line) && line.dueNow < 0
      ? [{ type: "discount", display_text: line.name[locale], amount: line.dueNow }]
      : [],
  );
  const subtotal = dueNow - sumOf(discounts, ({ amount }) => amount);
  return [{ type: "subtotal", amount: subtotal }, ...discounts, { type: "total", amount: dueNow }];
}

const nameOf = (quote: Quote, catalogue: Catalogue, locale: Locale) =>
  quote.lines
    .map((line) => lineName(line, catalogue, locale))
    .slice(0, 1)
    .join("");

/**
 * Returns the lines of the quote. The first is the product, whose price is that of its variant in the catalogue.
 * Add-ons and fees are below it. Reductions are no lines, but among the totals.
 */
export function linesOf(
  { variant, record }: Pick<Prepared, "variant" | "record">,
  { lines }: Quote,
  catalogue: Catalogue,
  locale: Locale,
) {
  const [main, ...others] = lines;
  if (!main) throw new Error("A quote has a line");
  // A device, its tariff and the SIM are one product in the catalogue, because none is sold without the other.
  const isPart = ({ kind, code }: Line) =>
    kind === "sIM" || kind === "box" || (kind === "device" && code === record.mobile);
  const parts = [main, ...others.filter(isPart)];
  const device = byCode(catalogue.devices, record.mobile);
  const title = [device?.name, lineName(main, catalogue, locale)].filter(Boolean).join(", ");
  return [
    lineItem(
      "product",
      variant,
      title,
      sumOf(parts, ({ dueNow }) => dueNow),
    ),
    ...others
      .filter((line) => !isPart(line) && !isReduction(line))
      .map((line) => ({
        ...lineItem(`${line.kind}-${line.code}`, line.code, lineName(line, catalogue, locale), line.dueNow),
        parent_id: "product",
      })),
  ];
}

function lineItem(id: string, item: string, title: string, price: number) {
  const totals = ["subtotal", "total"].map((type) => ({ type, amount: price }));
  return { id, item: { id: item, title, price }, quantity: 1, totals };
}

/** The brand's URLs can be paths of the shop. */
function linksOf({ quote: { lines }, brand: { terms, gdpr }, publicUrl, locale }: Shown) {
  const family = lines.some(({ kind }) => kind === "tVTariff") ? "tv" : "mobile";
  const link = (type: string, { url, title }: { readonly url: string; readonly title: LocalText }) => ({
    type,
    url: new URL(url.startsWith("/") ? localePrefix(locale) + url : url, publicUrl).href,
    title: title[locale],
  });
  return [...terms[family].map((each) => link("terms_of_service", each)), link("privacy_policy", gdpr)];
}

/** Returns what was prepared in the words of the extension, so that a platform can send it back unchanged. */
function telecomOf({ record, form }: Prepared): Telecom {
  return given({
    sim: form.simType && (form.simType === SIM_TYPE.esim ? "esim" : "card"),
    number: numberOf(form),
    bundles: record.bundles,
    insurance: record.insurance,
    credit_limit: record.limit,
    bill: record.postBill === undefined ? undefined : record.postBill ? "post" : "email",
    device_in_full: record.deviceInFull,
    tv_boxes: record.tv_device,
    customer: customerOf(form),
  }) as Telecom;
}

function numberOf({
  mnp,
  mnpMsisdn,
  mnpSubscriptionType,
  mnpDate,
  newMsisdn,
}: Partial<CustomerForm>): Telecom["number"] {
  if (mnp === undefined) return undefined;
  if (!mnp) return newMsisdn ? { kind: "chosen", msisdn: newMsisdn } : { kind: "new" };
  const contract = mnpSubscriptionType === "Prepaid" ? "prepaid" : "postpaid";
  return {
    kind: "transfer",
    ...(mnpMsisdn && { msisdn: mnpMsisdn }),
    current_contract: contract,
    ...(mnpDate && { date: mnpDate }),
  };
}

function customerOf(form: Partial<CustomerForm>): Telecom["customer"] {
  const { salutation, day, month, year, address, number, postalCode, city } = form;
  const street = address === undefined ? undefined : [address, number].filter(Boolean).join(" ");
  const where = given({ street_address: street, postal_code: postalCode, address_locality: city });
  const customer = given({
    salutation: salutation ? (salutation === "Mr" ? ("mr" as const) : ("mrs" as const)) : undefined,
    birthday: year === undefined ? undefined : [year, month, day].join("-"),
    address: Object.keys(where).length > 0 ? where : undefined,
  });
  return Object.keys(customer).length > 0 ? customer : undefined;
}

/** Returns an object without the fields that are undefined or empty. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

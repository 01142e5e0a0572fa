import type { AnswerOf } from "#contract/endpoints.ts";
import { byCode, type Catalogue } from "#core/catalogue.ts";
import type { Locale } from "#core/locale.ts";
import { toChf } from "#core/money.ts";
import type { Line, Quote } from "#core/pricing.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

type Answer = AnswerOf<"checkout">;
export type Lines = Pick<Answer, "items" | "limit" | "billing" | "oneTime" | "total" | "postpaid" | "chosenTv">;

/** A quote as the wire shows it: CHF, names in the shopper's language, one single-key object a line. */
export function linesOnWire(quote: Quote, catalogue: Catalogue, locale: Locale): Lines {
  return {
    items: quote.lines.map((line) => ({ [line.kind]: itemOnWire(line, catalogue, locale) })),
    limit: quote.limit,
    billing: toChf(quote.billing),
    oneTime: toChf(quote.oneTime),
    total: toChf(quote.total),
    postpaid: quote.postpaid,
    chosenTv: quote.chosenTv
      ? {
          code: quote.chosenTv.tvTariff,
          name: lineName("tVTariff", quote.chosenTv.tvTariff, catalogue, locale),
          billing: 0,
        }
      : null,
  };
}

/** The whole answer of POST /checkout. */
export function checkoutAnswer(id: string, quote: Quote, catalogue: Catalogue, locale: Locale): Answer {
  return {
    id,
    ...linesOnWire(quote, catalogue, locale),
    action: quote.action !== null,
    spec: specOf(quote, catalogue, locale),
  };
}

function specOf(quote: Quote, catalogue: Catalogue, locale: Locale): Answer["spec"] {
  const tariff = byCode(catalogue.mobileTariffs, quote.lines[0]?.code);
  const device = byCode(catalogue.devices, quote.lines.find((line) => line.kind === "device")?.code);
  return {
    action: quote.action !== null,
    action_price: quote.action ? toChf(quote.action.price) : null,
    action_old_price: quote.action ? toChf(quote.action.oldPrice) : null,
    action_text: quote.action ? (tariff?.actionText?.[locale] ?? "") : "",
    additional_action_text: quote.action ? (tariff?.additionalActionText?.[locale] ?? "") : "",
    external_checkout_url: device?.externalCheckoutUrl ?? null,
  };
}

/** Amounts of a line that are in Rappen; the others are months and flags. */
const AMOUNTS = new Set<string>([
  "billing",
  "oneTime",
  "total",
  "price",
  "oldPrice",
  "insurancePrice",
  "activationOneTimePriceOnBilling",
  "activationOneTimePriceNow",
  "deviceMonthlyWithoutUra",
  "recursivePriceBilling",
] satisfies (keyof Line)[]);

function itemOnWire(line: Line, catalogue: Catalogue, locale: Locale): NonNullable<Answer["items"][number]["bundle"]> {
  const { kind, code, billing, oneTime, total, ...informing } = line;
  const rest = Object.entries(informing).map(([key, value]) => [
    key,
    typeof value === "number" && AMOUNTS.has(key) ? toChf(value) : value,
  ]);
  return {
    code,
    name: lineName(kind, code, catalogue, locale),
    billing: toChf(billing),
    oneTime: toChf(oneTime),
    total: toChf(total),
    ...(Object.fromEntries(rest) as Partial<Line>),
  };
}

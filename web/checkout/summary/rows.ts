import { fromChf, inChf, type Chf, type Rappen } from "#core/money/money.ts";
import type { useTranslations } from "use-intl";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { chf } from "#web/money/amounts.ts";
import type { Pictured } from "./Thumbnail.tsx";
import { changeOf, minimumTermOf, readLines, termOf, type Item, type Lines } from "./lines.ts";

/** A row of the receipt. `price` is empty for rows without one, such as the limit. */
export type Row = {
  readonly key: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly price: string;
  /** The product that the row's small picture shows; undefined for rows that are not goods. */
  readonly picture?: Pictured;
};
type Translate = ReturnType<typeof useTranslations<never>>;
type Shown = Pick<CheckoutAnswer, "items" | "limit" | "chosenTv">;

/** Text keys to replace for a business customer, who pays nothing now. */
const ON_BILL: Readonly<Record<string, string>> = {
  "checkout.summary.plusNow": "checkout.summary.plusOnBill",
  "checkout.summary.now": "checkout.summary.onBill",
  "checkout.summary.activationNow": "checkout.summary.activationOnBill",
};

function withOnBillTexts(translate: Translate): Translate {
  const say = translate as unknown as (key: string, values?: object) => string;
  return ((key: string, values?: object) => say(ON_BILL[key] ?? key, values)) as unknown as Translate;
}

/**
 * Returns the rows of a receipt, in display order. `onBill`: the amount due at the checkout comes on the bill instead.
 */
export function rowsOf(answer: Shown, translate: Translate, onBill = false): Row[] {
  const t = onBill ? withOnBillTexts(translate) : translate;
  const lines = readLines(answer);
  // Next to monthly prices, a price that is due now is marked as such.
  const monthly = lines.tariff !== null && fromChf(lines.tariff.billing) > 0;
  const dueNow = (item: Item): Row => {
    const row = plainRow(item, t, "", item === lines.device ? "levyOnBill" : "plusOnce");
    return monthly && !fromChf(item.billing) && fromChf(item.total)
      ? { ...row, notes: [t("checkout.summary.now"), ...row.notes] }
      : row;
  };
  return [
    ...(lines.tariff
      ? [{ ...tariffRow(lines, lines.tariff, t), picture: pictureOf(lines.tariff, lines.tv ? "tv" : "mobile") }]
      : []),
    ...(lines.sim ? [plainRow(lines.sim, t, t("checkout.summary.included"))] : []),
    ...(lines.device ? [{ ...dueNow(lines.device), picture: pictureOf(lines.device, "device") }] : []),
    ...lines.boxes.map((item) => plainRow(item, t, t("checkout.summary.included"))),
    ...lines.bundles.map((item) => plainRow(item, t)),
    ...(answer.limit > 0
      ? [{ key: "limit", name: t("checkout.limit.title"), notes: [inChf(fromChf(answer.limit))], price: "" }]
      : []),
    ...(lines.insurance ? [plainRow(lines.insurance, t)] : []),
    ...lines.fees.map(dueNow),
    ...(answer.chosenTv
      ? [
          {
            key: "bonus",
            name: answer.chosenTv.name,
            notes: [t("checkout.bonus.title")],
            price: chf(answer.chosenTv.billing),
          },
        ]
      : []),
  ];
}

const pictureOf = ({ art = "" }: Item, kind: Pictured["kind"]): Pictured => ({ kind, art });

function tariffRow(lines: Lines, item: Item, t: Translate): Row {
  const months = termOf(lines);
  const minimum = minimumTermOf(lines);
  const notes = promotionNotes(item, months, t);
  const term = minimum ? [t("checkout.minimumTerm", { months: t("common.months", { count: minimum }) })] : [];
  const row = plainRow(item, t);
  return { ...row, notes: [notes.join(" · "), ...term, ...row.notes].filter(Boolean) };
}

/**
 * Returns notes with the term and the price after it or after the promotion; if the promotion has no fixed end, the
 * regular price.
 */
function promotionNotes(item: Item, months: number | null, t: Translate): string[] {
  const promotion = changeOf(item);
  const term = months && months > 1 ? [t("common.months", { count: months })] : [];
  if (!promotion) return term;
  const after = chf(promotion.after);
  if (promotion.months === null) return [...term, `${t("common.price.instead")} ${after}`];
  const lasts = t("common.months", { count: promotion.months });
  return [...(promotion.months === months ? [] : term), t("checkout.summary.then", { months: lasts, price: after })];
}

/**
 * Returns a row with the line's monthly price, else the price due now, else the one-time price. The other prices become
 * notes, and so do the months of a reduction. `once` is the text key for the one-time price.
 */
function plainRow(item: Item, t: Translate, free = "", once: "plusOnce" | "levyOnBill" = "plusOnce"): Row {
  const { billing, total, oneTime } = withoutActivation(item);
  const price = billing || total || oneTime;
  const notes = [
    ...(item.reduction ? [t("common.months", { count: item.reduction.months })] : []),
    ...(oneTime && !billing && !total ? [t("checkout.summary.once")] : []),
    ...(item.instalments
      ? [
          t("checkout.summary.instalments", {
            count: item.instalments.count,
            total: chf(item.instalments.total),
          }),
        ]
      : []),
    ...(total && billing ? [t("checkout.summary.plusNow", { amount: inChf(total) })] : []),
    ...(oneTime && (billing || total) ? [t(`checkout.summary.${once}`, { amount: inChf(oneTime) })] : []),
    ...activationNotes(item, t),
  ];
  return { key: item.code + item.name, name: item.name, notes, price: price === 0 && free ? free : inChf(price) };
}

/** Returns a line's amounts in Rappen after subtracting the activation fee, which they include (decisions 3). */
function withoutActivation(item: Item): Record<"billing" | "total" | "oneTime", Rappen> {
  return {
    billing: fromChf(item.billing),
    total: fromChf(item.total) - feeOf(item.activationOneTimePriceNow),
    oneTime: fromChf(item.oneTime) - feeOf(item.activationOneTimePriceOnBilling),
  };
}

const feeOf = (fee: Chf | undefined): Rappen => (fee === undefined ? 0 : fromChf(fee));

/** Returns notes that state the activation fee and when it is due. */
function activationNotes(item: Item, t: Translate): string[] {
  const now = feeOf(item.activationOneTimePriceNow);
  const onBill = feeOf(item.activationOneTimePriceOnBilling);
  return [
    ...(now ? [t("checkout.summary.activationNow", { amount: inChf(now) })] : []),
    ...(onBill ? [t("checkout.summary.activationOnBill", { amount: inChf(onBill) })] : []),
  ];
}

import type { useTranslations } from "use-intl";
import type { CheckoutAnswer } from "#web/session/draft.ts";
import { chf, limitText } from "#web/money/amounts.ts";
import { readLines, termOf, type Item, type Lines } from "./lines.ts";

/** A row of the receipt. `price` is empty for rows without one, such as the limit. */
export type Row = {
  readonly key: string;
  readonly name: string;
  readonly notes: readonly string[];
  readonly price: string;
};
type Translate = ReturnType<typeof useTranslations<never>>;
type Shown = Pick<CheckoutAnswer, "items" | "limit" | "chosenTv">;

/** The rows of a receipt, in display order. */
export function rowsOf(answer: Shown, t: Translate): Row[] {
  const lines = readLines(answer);
  return [
    ...(lines.tariff ? [tariffRow(lines, lines.tariff, t)] : []),
    ...(lines.sim ? [plainRow(lines.sim, t, t("checkout.summary.included"))] : []),
    ...(lines.device ? [plainRow(lines.device, t)] : []),
    ...lines.boxes.map((item) => plainRow(item, t, t("checkout.summary.included"))),
    ...lines.bundles.map((item) => plainRow(item, t)),
    ...(answer.limit > 0
      ? [{ key: "limit", name: t("checkout.limit.title"), notes: [limitText(answer.limit)], price: "" }]
      : []),
    ...(lines.insurance ? [plainRow(lines.insurance, t)] : []),
    ...lines.fees.map((item) => plainRow(item, t)),
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

function tariffRow(lines: Lines, item: Item, t: Translate): Row {
  const months = termOf(lines);
  const notes = [
    ...(months && months > 1 ? [t("common.months", { count: months })] : []),
    ...(item.oldPrice ? [`${t("common.price.instead")} ${chf(item.oldPrice)}`] : []),
  ];
  return { ...plainRow(item, t), notes: [notes.join(" · "), ...onceNotes(item, t)].filter(Boolean) };
}

/** Shows a line's monthly price, else the price due now, else the one-time price; the others become notes. */
function plainRow(item: Item, t: Translate, free?: string): Row {
  const price = item.billing || item.total || item.oneTime;
  return { key: item.code, name: item.name, notes: onceNotes(item, t), price: price === 0 && free ? free : chf(price) };
}

function onceNotes({ billing, total, oneTime }: Item, t: Translate): string[] {
  const notes = [];
  if (total && billing) notes.push(t("checkout.summary.plusNow", { amount: chf(total) }));
  if (oneTime && (billing || total)) notes.push(t("checkout.summary.plusOnce", { amount: chf(oneTime) }));
  return notes;
}

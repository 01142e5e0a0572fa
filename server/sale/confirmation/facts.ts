import { dayText } from "#core/day-text.ts";
import { dayInZurich, formatDay } from "#core/dates.ts";
import type { Locale } from "#core/locale.ts";
import { francs, sumOf, type Rappen } from "#core/money.ts";
import { afterOrderRows, type AfterOrderRow } from "#core/after-order-rows.ts";
import { IN_A_PARCEL, afterOrder } from "#core/after-order.ts";
import type { OrderCustomer } from "#core/customer-form.ts";
import type { Line } from "#core/lines.ts";
import type { Quote } from "#core/pricing.ts";
import { vatPercent, withoutVat } from "#core/vat.ts";
import { serverText, orderText } from "#server/platform/texts/texts.ts";

/** The data of a confirmation. */
export type ConfirmedOrder = {
  readonly number: string;
  readonly at: Date;
  readonly email: string;
  readonly customer: OrderCustomer;
  readonly quote: Quote;
  readonly paid: boolean;
  readonly nameOf: (line: Line) => string;
  readonly locale: Locale;
};

type Amounts = readonly [monthly: string, once: string, now: string];

/** All texts of a confirmation, in the shopper's language. `layout.ts` places them on the page. */
export type Confirmation = {
  readonly title: string;
  readonly number: string;
  readonly date: string;
  readonly recipient: readonly string[];
  readonly columns: Amounts;
  readonly lines: readonly { readonly name: string; readonly note: string | null; readonly amounts: Amounts }[];
  readonly totals: { readonly name: string; readonly amounts: Amounts };
  /** VAT, credit limit, and whether anything is due now. */
  readonly terms: readonly string[];
  readonly nextTitle: string;
  readonly next: readonly AfterOrderRow[];
  readonly warnings: readonly string[];
};

export function confirmationOf(order: ConfirmedOrder): Confirmation {
  const { quote, locale, customer } = order;
  const day = formatDay(dayInZurich(order.at));
  const next = afterOrder({ at: order.at, lines: quote.lines, postpaid: quote.postpaid, customer });
  const bought = {
    email: order.email,
    tv: quote.lines.some(({ kind }) => kind === "tVTariff"),
    parcel: quote.lines.filter(({ kind }) => IN_A_PARCEL[kind]).map(order.nameOf),
  };
  return {
    title: serverText(locale, "pdf.title"),
    number: serverText(locale, "pdf.number", { number: order.number }),
    date: serverText(locale, "pdf.date", { date: dayText(day, locale, "full") }),
    recipient: [
      `${customer.first_name} ${customer.last_name}`,
      `${customer.address} ${customer.number}`.trim(),
      `${customer.postal_code} ${customer.city}`.trim(),
      order.email,
    ].filter((text) => text !== ""),
    columns: [
      serverText(locale, "pdf.monthly"),
      serverText(locale, "pdf.once"),
      serverText(locale, order.paid ? "pdf.paid" : "pdf.now"),
    ],
    lines: quote.lines.map((line) => ({
      name: order.nameOf(line),
      note: termNote(line, locale),
      amounts: [amount(line.billing), amount(line.oneTime), amount(line.total)],
    })),
    totals: {
      name: serverText(locale, "pdf.total"),
      amounts: [amount(quote.billing), amount(quote.oneTime), amount(quote.total)],
    },
    terms: termsOf(order, day),
    nextTitle: orderText(locale, "next.title"),
    // The confirmation is attached to the mail, so the row about the mail is left out.
    next: afterOrderRows(next, bought, locale, (key, values) => orderText(locale, `next.${key}`, values)).filter(
      ({ key }) => key !== "mail",
    ),
    warnings: warningsOf(next.number?.kind === "transfer", next.number?.confirmBySms ?? false, locale),
  };
}

const amount = (rappen: Rappen) => (rappen === 0 ? "–" : `CHF ${francs(rappen)}`);

function termNote({ binding, tvDuration }: Line, locale: Locale): string | null {
  const months = tvDuration ?? binding;
  return months && months > 1 ? serverText(locale, "pdf.binding", { months }) : null;
}

function termsOf({ quote, locale }: ConfirmedOrder, day: string): string[] {
  const percent = vatPercent(day);
  const vat = (rappen: Rappen) => rappen - withoutVat(rappen, percent);
  const parts = [
    { key: "monthly", rappen: quote.billing },
    { key: "once", rappen: quote.oneTime + quote.total },
  ] as const;
  const amounts = parts
    .filter(({ rappen }) => rappen > 0)
    .map(({ key, rappen }) => `${serverText(locale, `pdf.${key}`)} CHF ${(vat(rappen) / 100).toFixed(2)}`);
  return [
    [
      serverText(locale, "pdf.vat", { percent: String(percent) }),
      ...(amounts.length > 0 ? [`${amounts.join(", ")}.`] : []),
    ].join(" "),
    ...(quote.limit > 0 ? [serverText(locale, "pdf.limit", { limit: `CHF ${quote.limit}.-` })] : []),
    ...(sumOf(quote.lines, (line) => line.total) > 0 ? [] : [serverText(locale, "pdf.nothingNow")]),
  ];
}

function warningsOf(transfer: boolean, confirm: boolean, locale: Locale): string[] {
  const pair = (name: "warning" | "confirm") =>
    `${orderText(locale, `next.transfer.${name}Title`)}. ${orderText(locale, `next.transfer.${name}`)}`;
  return [...(confirm ? [pair("confirm")] : []), ...(transfer ? [pair("warning")] : [])];
}

import { dayText } from "#core/time/day-text.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Locale } from "#core/text/locale.ts";
import { afterOrderRows, type AfterOrderRow } from "#core/order/after-order-rows.ts";
import { afterOrder } from "#core/order/after-order.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import { IN_A_PARCEL } from "#core/price/in-a-parcel.ts";
import type { Line } from "#core/price/lines.ts";
import type { Quote } from "#core/price/pricing.ts";
import { addressLines } from "#core/form/address-lines.ts";
import { serverText, orderText } from "#server/platform/texts/texts.ts";
import type { Agreement } from "./agreement.ts";

/** The data of a confirmation. */
export type ConfirmedOrder = {
  readonly number: string;
  readonly at: Date;
  readonly email: string;
  readonly customer: OrderCustomer;
  readonly quote: Quote;
  /** Whether any part of the order will be billed. */
  readonly billed: boolean;
  readonly agreement: Agreement;
  readonly nameOf: (line: Line) => string;
  readonly locale: Locale;
};

/** All texts of a confirmation, in the shopper's language. `layout.ts` places them on the page. */
export type Confirmation = {
  readonly title: string;
  readonly number: string;
  readonly date: string;
  readonly recipient: readonly string[];
  readonly agreement: Agreement;
  readonly nextTitle: string;
  readonly next: readonly AfterOrderRow[];
  readonly warnings: readonly string[];
};

export function confirmationOf(order: ConfirmedOrder): Confirmation {
  const { quote, locale, customer, agreement } = order;
  const day = formatDay(dayInZurich(order.at));
  const next = afterOrder({ at: order.at, lines: quote.lines, billed: order.billed, customer });
  const bought = {
    email: order.email,
    tv: quote.lines.some(({ kind }) => kind === "tVTariff"),
    parcel: quote.lines.filter(({ kind }) => IN_A_PARCEL[kind]).map(order.nameOf),
  };
  return {
    title: serverText(locale, "pdf.title"),
    number: serverText(locale, "pdf.number", { number: order.number }),
    date: serverText(locale, "pdf.date", { date: dayText(day, locale, "full") }),
    recipient: [`${customer.firstName} ${customer.lastName}`, ...addressLines(customer), order.email].filter(
      (text) => text !== "",
    ),
    agreement,
    nextTitle: orderText(locale, "next.title"),
    // The row about the e-mail is left out, because the confirmation is attached to that very e-mail.
    next: afterOrderRows(next, bought, locale, (key, values) => orderText(locale, `next.${key}`, values)).filter(
      ({ key }) => key !== "mail",
    ),
    warnings: warningsOf(next.number?.kind === "transfer", next.number?.confirmBySms ?? false, locale),
  };
}

function warningsOf(transfer: boolean, confirm: boolean, locale: Locale): string[] {
  const pair = (name: "warning" | "confirm") =>
    `${orderText(locale, `next.transfer.${name}Title`)}. ${orderText(locale, `next.transfer.${name}`)}`;
  return [...(confirm ? [pair("confirm")] : []), ...(transfer ? [pair("warning")] : [])];
}

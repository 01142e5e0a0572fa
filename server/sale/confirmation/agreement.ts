import { totalsOf } from "#core/price/pricing.ts";
import { type AgreementTranslate, agreementText, lineNotes } from "./line-notes.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { courseOf, termsOfLine } from "#core/price/contract-terms.ts";
import { dayText } from "#core/time/day-text.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { ruleOn, type Law } from "#core/law/law.ts";
import type { FeeCode, Line } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import { francs, fromChf, inChf, type Rappen, decimal } from "#core/money/money.ts";
import type { Settlement } from "#core/price/settlement.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import type { Quote, Totals } from "#core/price/pricing.ts";
import { vatPercent, vatPercentOf, withoutVat } from "#core/price/vat.ts";
import type { AcceptedTerms, ShownQuote } from "#server/sale/checkout/tables.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";

/** The data of an order for its agreement. */
export type AgreedOrder = {
  readonly createdAt: Date;
  readonly shown: ShownQuote;
  readonly customer: Pick<OrderCustomer, "simType">;
  readonly settlement: Settlement;
  readonly payment: AgreedPayment | null;
  readonly terms: AcceptedTerms | null;
};

/** A payment. `id` is Kasse's id, `paid.id` the provider's. */
type AgreedPayment = {
  readonly id: string;
  readonly paid: { readonly id: string; readonly method: string | null } | null;
  readonly paidAt: Date | null;
};

type AgreedLine = Totals & { readonly name: string; readonly notes: readonly string[] };

/**
 * Everything that was agreed to, in one language. Page, e-mail and PDF show it with the same wording and in the same
 * order, each in its own layout. Amounts are in Rappen.
 */
export type Agreement = {
  readonly lines: readonly AgreedLine[];
  readonly totals: Totals;
  /** The labels of the amounts; the one of `dueNow` depends on the settlement. */
  readonly labels: Readonly<Record<keyof Totals, string>>;
  readonly sumLabel: string;
  readonly terms: readonly string[];
};

type Sources = {
  readonly catalogue: Catalogue;
  readonly brand: Pick<Brand, "contract">;
  /** The law in force on the day of the order, no matter when its agreement is shown. */
  readonly law: Law;
  readonly locale: Locale;
};

export function agreementOf(order: AgreedOrder, sources: Sources): Agreement {
  const { catalogue, locale } = sources;
  const { settlement } = order;
  const { quote } = order.shown;
  const text = agreementText(locale);
  const lines = quote.lines.map((line) => ({
    name: lineName(line, catalogue, locale, order.customer.simType),
    notes: lineNotes(line, { quote, simType: order.customer.simType, catalogue, locale }, text),
    ...totalsOf(line),
  }));
  const { chosenTv } = quote;
  const bonus = chosenTv && {
    name: lineName({ kind: "tVTariff", code: chosenTv.tvTariff }, catalogue, locale),
    notes: [text("note.bonus", { months: chosenTv.duration })],
    monthly: 0,
    firstBill: 0,
    dueNow: 0,
  };
  return {
    lines: [...lines, ...(bonus ? [bonus] : [])],
    totals: totalsOf(quote),
    labels: {
      monthly: text("monthly"),
      firstBill: text("once"),
      dueNow: text(`settlement.${settlement}`),
    },
    sumLabel: text("total"),
    terms: termsOf(order, sources, text),
  };
}

function termsOf(order: AgreedOrder, sources: Sources, text: AgreementTranslate): string[] {
  const { brand, law, locale } = sources;
  const { settlement, payment, terms } = order;
  const { quote } = order.shown;
  const withdrawalDays = brand.contract.withdrawalDays ?? ruleOn(law, "withdrawal", dayOf(order)).days;
  const day = (at: Date) => dayText(formatDay(dayInZurich(at)), locale, "full");
  const amount = francs(quote.dueNow);
  const payable: Readonly<Record<Settlement, () => string>> = {
    nothing: () => text(quote.postpaid ? "nothingNow" : "nothing"),
    due: () => text("due", { amount }),
    onBill: () => text("onBill", { amount }),
    refunded: () => text("refunded", { amount }),
    cancelled: () => text("cancelled"),
    paid: () =>
      text("paid", {
        amount,
        day: day(payment?.paidAt ?? order.createdAt),
        method: payment?.paid?.method ?? text("online"),
        reference: payment?.paid?.id ?? payment?.id ?? "",
      }),
  };
  return [
    payable[settlement](),
    ...(quote.limit > 0 ? [text("limit", { limit: inChf(fromChf(quote.limit)) })] : []),
    ...noticeTerms(quote, sources, text),
    withdrawalDays > 0 ? text("withdrawal", { days: withdrawalDays }) : text("noWithdrawal"),
    ...vatTerms(order, sources, text),
    ...(terms
      ? [
          text("accepted", {
            day: day(new Date(terms.at)),
            titles: terms.documents.map(({ title }) => title).join(", "),
          }),
        ]
      : []),
  ];
}

/**
 * Returns what a billed contract costs in all, where a price ends before it, and how it ends. The review and the
 * agreement use the same sentences.
 */
export function noticeTerms(
  quote: Pick<Quote, "lines" | "monthly" | "firstBill" | "dueNow" | "postpaid">,
  { catalogue, brand }: Pick<Sources, "catalogue" | "brand">,
  text: AgreementTranslate,
): string[] {
  if (!quote.postpaid) return [];
  const bound = quote.lines.some((line) => (termsOfLine(line, catalogue).minimumTerm ?? 0) > 1);
  return [
    ...wholeTerms(quote, { catalogue }, text),
    text(bound ? "noticeBound" : "notice", { days: brand.contract.noticeDays }),
  ];
}

function wholeTerms(
  quote: Parameters<typeof courseOf>[0],
  { catalogue }: Pick<Sources, "catalogue">,
  text: AgreementTranslate,
): string[] {
  const { whole, endsEarly } = courseOf(quote, catalogue);
  return whole && endsEarly ? [text("whole", { months: whole.months, amount: francs(whole.total) })] : [];
}

/** Returns the day of the order in Switzerland. */
const dayOf = ({ createdAt }: AgreedOrder) => formatDay(dayInZurich(createdAt));

/**
 * Returns the VAT included in each kind of amount: the sum over the lines, as in the event for the operator's systems.
 */
function vatTerms(order: AgreedOrder, { catalogue, law }: Sources, text: AgreementTranslate): string[] {
  const { settlement } = order;
  const { lines } = order.shown.quote;
  const at = { catalogue, law, day: dayOf(order) };
  const vatIn = (amountOf: (line: Line) => Rappen) =>
    lines.reduce((sum, line) => {
      const gross = amountOf(line);
      return sum + gross - withoutVat(gross, vatPercentOf(line, at));
    }, 0);
  const amounts = [
    { label: text("monthly"), vat: vatIn(({ monthly }) => monthly) },
    { label: text("once"), vat: vatIn(({ firstBill }) => firstBill) },
    { label: text(`settlement.${settlement}`), vat: vatIn(({ dueNow }) => dueNow) },
  ].filter(({ vat }) => vat > 0);
  const percent = String(vatPercent(at));
  const has = (fee: FeeCode) => lines.some(({ kind, code }) => kind === "other" && code === fee);
  return [
    amounts.length === 0
      ? text("vat", { percent })
      : text("vatOf", {
          percent,
          amounts: amounts.map(({ label, vat }) => `${label} CHF\u00a0${decimal(vat)}`).join(", "),
        }),
    ...(has("insurance") && catalogue.insuranceVatExempt ? [text("vatExempt")] : []),
    ...(has("deposit") ? [text("vatDeposit")] : []),
  ];
}

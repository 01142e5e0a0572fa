import type { Locale } from "#core/text/locale.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { termsOfLine } from "#core/price/contract-terms.ts";
import type { Line } from "#core/price/lines.ts";
import { francs } from "#core/money/money.ts";
import type { Quote } from "#core/price/pricing.ts";
import { insurerNote } from "#server/shop/catalogue/presentation.ts";

type Of = { readonly catalogue: Catalogue; readonly locale: Locale; readonly quote: Quote; readonly simType: string };

/**
 * Returns the notes below a line of the confirmation, in this order: term, promotion, fees, instalments, how long a
 * reduction lasts, delivery of the SIM.
 */
export function lineNotes(line: Line, { catalogue, locale, quote, simType }: Of, text: AgreementTranslate): string[] {
  const terms = termsOfLine(line, catalogue);
  const { minimumTerm, duration, promotion, later, activation, instalments } = terms;
  const { levy, downPayment, paidInFull, deposit, reduction } = terms;
  const notes = [
    duration !== null && !later && text(quote.postpaid ? "note.duration" : "note.prepaid", { months: duration }),
    later && text("note.promotion", { price: francs(line.monthly), months: later.months, after: francs(later.price) }),
    minimumTerm !== null &&
      (minimumTerm > 1 ? text("note.binding", { months: minimumTerm }) : text("note.noMinimumTerm")),
    promotion &&
      text(promotion.months === null ? "note.promotionOpen" : "note.promotion", {
        price: francs(promotion.price),
        after: francs(promotion.after),
        months: promotion.months ?? 0,
      }),
    activation &&
      text(activation.due === "now" ? "note.activationNow" : "note.activationBill", {
        amount: francs(activation.amount),
      }),
    instalments &&
      text("note.instalments", {
        count: instalments.count,
        amount: francs(instalments.amount),
        total: francs(instalments.total),
      }),
    levy !== null && text("note.levy", { amount: francs(levy) }),
    downPayment !== null && text("note.downPayment", { amount: francs(downPayment) }),
    paidInFull !== null && text("note.paidInFull"),
    deposit !== null && text("note.deposit"),
    reduction && text("note.reduction", { months: reduction.months }),
    line.kind === "other" && line.code === "insurance" && insurerNote(catalogue, locale),
    line.kind === "box" && text("note.included"),
    line.kind === "mobileTariff" && isSimNoted(quote) && text(simType === "1" ? "note.esim" : "note.sim"),
  ];
  return notes.filter((note) => typeof note === "string");
}

/** Returns whether the SIM has no line of its own, so that the tariff's line mentions it. */
function isSimNoted({ lines }: Quote): boolean {
  return !lines.some(({ kind }) => kind === "sIM");
}

type Key = ServerText extends infer Text ? (Text extends `agreement.${infer Rest}` ? Rest : never) : never;

/** Translates a key below `agreement` in `locales/<language>/server.json`. */
export type AgreementTranslate = (key: Key, values?: Record<string, string | number>) => string;

export function agreementText(locale: Locale): AgreementTranslate {
  return (key, values) => serverText(locale, `agreement.${key}`, values);
}

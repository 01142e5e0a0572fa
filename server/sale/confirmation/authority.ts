import { dayOf, dayInZurich, formatDay } from "#core/time/dates.ts";
import { dayText } from "#core/time/day-text.ts";
import { LANGUAGE_TAG } from "#core/text/locale.ts";
import { momentText } from "#core/time/moment-text.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import type { AcceptedTerms } from "#server/sale/checkout/tables.ts";
import type { PrintableOrder } from "./confirmation.ts";
import { drawPdf, INK, PAGE, SOFT, written, type Letterhead } from "./pdf.ts";
import { as } from "./pdf.ts";

/** The width of the label column, in points. */
const NAME_WIDTH = 150;

/** The data of an order whose customer has ticked the authorisation of the number transfer. */
type Authorised = { readonly terms: AcceptedTerms & { readonly authority: string } };

/**
 * Returns whether the customer authorised a number transfer. Older orders, and those from a client that does not show
 * the authorisation, have none.
 */
export function isAuthorised<Order extends { readonly terms: AcceptedTerms | null }>(
  order: Order,
): order is Order & Authorised {
  return order.terms?.authority !== undefined;
}

/**
 * Returns the letter of authority for the number transfer, as a PDF for the old provider, in the language in which it
 * was ticked: who gave it, for which number, the ticked text, and when (domain facts, Number transfer).
 */
export function authorityPdf(brand: Letterhead, order: PrintableOrder & Authorised): Promise<Buffer<ArrayBuffer>> {
  const { terms, customer, number } = order;
  const { authority, authorityLocale: locale = terms.locale } = terms;
  const text = (key: Parameters<typeof serverText>[1] & `authority.${string}`, values?: Record<string, string>) =>
    serverText(locale, key, values);
  const born = dayOf(customer.year, customer.month, customer.day);
  const facts = [
    [text("authority.holder"), `${customer.firstName} ${customer.lastName}`],
    [text("authority.born"), born ? dayText(formatDay(born), locale, "fullAlone") : ""],
    [
      text("authority.address"),
      `${[customer.address, customer.number].filter(Boolean).join(" ")}, ${customer.postalCode} ${customer.city}`,
    ],
    [text("authority.number"), displayPhone(customer.mnpMsisdn)],
    [
      text("authority.kind"),
      text(`authority.kind${customer.mnpSubscriptionType === "Prepaid" ? "Prepaid" : "Postpaid"}`),
    ],
  ].filter(([, value]) => value !== "");
  const given = text("authority.given", {
    day: dayText(formatDay(dayInZurich(new Date(terms.at))), locale, "full"),
    time: momentText(terms.at, locale, "time"),
    number,
  });
  const title = `${text("authority.title")} ${number}`;
  const sheet = { language: LANGUAGE_TAG[locale], at: order.createdAt, seller: serverText(locale, "pdf.seller") };
  return drawPdf(title, brand, sheet, ({ doc, root }, fonts) => {
    const width = PAGE.right - PAGE.left;
    doc.font("bold").fontSize(22).fillColor(INK);
    doc.text(title, PAGE.left, 130, as(root, "H1"));
    doc.moveDown(1);
    for (const [name = "", value = ""] of facts) {
      const top = doc.y + 4;
      doc
        .font("regular")
        .fontSize(10.5)
        .fillColor(SOFT)
        .text(name, PAGE.left, top, { width: NAME_WIDTH, ...as(root, "P") });
      const { text: words, font } = written(value, fonts);
      doc.font(font).fillColor(INK);
      doc.text(words, PAGE.left + NAME_WIDTH, top, { width: width - NAME_WIDTH, ...as(root, "P") });
    }
    const { text: words, font } = written(authority, fonts);
    doc.moveDown(1.6).font(font).fontSize(11.5).fillColor(INK);
    doc.text(words, PAGE.left, doc.y, { width, lineGap: 3, ...as(root, "P") });
    doc.moveDown(1.6).font("regular").fontSize(10.5).fillColor(SOFT);
    doc.text(given, PAGE.left, doc.y, { width, ...as(root, "P") });
  });
}

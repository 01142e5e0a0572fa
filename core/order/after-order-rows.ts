import { dayText } from "../time/day-text.ts";
import type { Locale } from "../text/locale.ts";
import type { AfterOrder } from "./after-order.ts";
import { displayPhone } from "../phone-numbers/phone.ts";

/** Keys below `next` in `locales/<language>/order.json`. */
type AfterOrderText =
  | "now"
  | "expected"
  | "earliest"
  | "about"
  | "mail.title"
  | "mail.text"
  | "sim.title"
  | "sim.text"
  | "esim.title"
  | "esim.text"
  | "newNumber.title"
  | "newNumber.text"
  | "newNumber.titleOf"
  | "newNumber.textOf"
  | "transfer.title"
  | "transfer.titleOf"
  | "transfer.text"
  | "transfer.onDay"
  | "parcel.text"
  | "tv.title"
  | "tv.text"
  | "bill.title"
  | "bill.email"
  | "bill.post";
/** Translates a key. `values`: its parameters. */
export type Translate = (key: AfterOrderText, values?: Record<string, string>) => string;

export type AfterOrderRow = {
  readonly key: "mail" | "sim" | "parcel" | "tv" | "number" | "bill";
  readonly title: string;
  /** When it happens, as text; `day` is the date (`YYYY-MM-DD`). Both are absent if the date is not known yet. */
  readonly when?: string;
  readonly day?: string;
  readonly text: string;
};

/** What was bought. `parcel`: the names of its contents. */
export type Bought = { readonly email: string; readonly tv: boolean; readonly parcel: readonly string[] };

/** The grammatical form that the day has in each text. */
const FORM_OF = { expected: "on", earliest: "by", about: "by", "transfer.onDay": "on" } as const;

/**
 * Returns what happens next, with dates, in the shopper's language and in order of time, for the thank-you page and the
 * confirmation.
 */
export function afterOrderRows(
  next: AfterOrder,
  { email, tv, parcel }: Bought,
  locale: Locale,
  translate: Translate,
): AfterOrderRow[] {
  const on = (key: keyof typeof FORM_OF, day: string | null) =>
    day ? { when: translate(key, { day: dayText(day, locale, FORM_OF[key]) }), day } : {};
  const rows: (AfterOrderRow | null)[] = [
    { key: "mail", title: translate("mail.title"), when: translate("now"), text: translate("mail.text", { email }) },
    simRow(next.sim, on, translate),
    next.parcel && {
      key: "parcel",
      title: parcel.join(", "),
      text: translate("parcel.text"),
      ...on("expected", next.parcel.expected),
    },
    tv ? { key: "tv", title: translate("tv.title"), text: translate("tv.text") } : null,
    numberRow(next.number, on, translate),
    next.firstBill && {
      key: "bill",
      title: translate("bill.title"),
      text: translate(`bill.${next.firstBill.by}`),
      ...on("about", next.firstBill.expected),
    },
  ];
  return rows.filter((row) => row !== null);
}

type On = (key: keyof typeof FORM_OF, day: string | null) => Pick<AfterOrderRow, "when" | "day">;

function simRow(sim: AfterOrder["sim"], on: On, translate: Translate): AfterOrderRow | null {
  if (!sim) return null;
  return sim.kind === "esim"
    ? { key: "sim", title: translate("esim.title"), when: translate("now"), text: translate("esim.text") }
    : { key: "sim", title: translate("sim.title"), text: translate("sim.text"), ...on("expected", sim.expected) };
}

/**
 * Returns the row about the number; null without one. A new number is only known if it was chosen. It is only present
 * for the order's owner, like a number to be transferred.
 */
function numberRow(number: AfterOrder["number"], on: On, translate: Translate): AfterOrderRow | null {
  if (!number) return null;
  const { msisdn, earliest, wished } = number;
  if (number.kind === "new")
    return msisdn
      ? {
          key: "number",
          title: translate("newNumber.titleOf", { number: displayPhone(msisdn) }),
          text: translate("newNumber.textOf"),
        }
      : { key: "number", title: translate("newNumber.title"), text: translate("newNumber.text") };
  const title = msisdn ? translate("transfer.titleOf", { number: displayPhone(msisdn) }) : translate("transfer.title");
  const text = translate("transfer.text");
  return { key: "number", title, text, ...(wished ? on("transfer.onDay", wished) : on("earliest", earliest)) };
}

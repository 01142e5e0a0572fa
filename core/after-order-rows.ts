import { dayText } from "./day-text.ts";
import type { Locale } from "./locale.ts";
import type { AfterOrder } from "./after-order.ts";
import { displayPhone } from "./phone.ts";

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
  | "transfer.title"
  | "transfer.titleOf"
  | "transfer.text"
  | "parcel.text"
  | "tv.title"
  | "tv.text"
  | "bill.title"
  | "bill.email"
  | "bill.post";
export type SayNext = (key: AfterOrderText, values?: Record<string, string>) => string;

export type AfterOrderRow = {
  readonly key: "mail" | "sim" | "parcel" | "tv" | "number" | "bill";
  readonly title: string;
  /** When it happens, in words; `day` is the date in it. Neither where nobody knows yet. */
  readonly when?: string;
  readonly day?: string;
  readonly text: string;
};

/** `parcel` names what comes in it. */
export type Bought = { readonly email: string; readonly tv: boolean; readonly parcel: readonly string[] };

/** What happens next as a shopper reads it, on the thank-you page and in the confirmation; what comes first at the top. */
export function afterOrderRows(
  next: AfterOrder,
  { email, tv, parcel }: Bought,
  locale: Locale,
  say: SayNext,
): AfterOrderRow[] {
  const on = (key: "expected" | "earliest" | "about", day: string | null) =>
    day ? { when: say(key, { day: dayText(day, locale, "weekday") }), day } : {};
  const rows: (AfterOrderRow | null)[] = [
    { key: "mail", title: say("mail.title"), when: say("now"), text: say("mail.text", { email }) },
    simRow(next.sim, on, say),
    next.parcel && {
      key: "parcel",
      title: parcel.join(", "),
      text: say("parcel.text"),
      ...on("expected", next.parcel.expected),
    },
    tv ? { key: "tv", title: say("tv.title"), text: say("tv.text") } : null,
    numberRow(next.number, on, say),
    next.firstBill && {
      key: "bill",
      title: say("bill.title"),
      text: say(`bill.${next.firstBill.by}`),
      ...on("about", next.firstBill.expected),
    },
  ];
  return rows.filter((row) => row !== null);
}

type On = (key: "expected" | "earliest", day: string | null) => Pick<AfterOrderRow, "when" | "day">;

function simRow(sim: AfterOrder["sim"], on: On, say: SayNext): AfterOrderRow | null {
  if (!sim) return null;
  return sim.kind === "esim"
    ? { key: "sim", title: say("esim.title"), when: say("now"), text: say("esim.text") }
    : { key: "sim", title: say("sim.title"), text: say("sim.text"), ...on("expected", sim.expected) };
}

/** A number that is assigned later is told later; the transferred one is shown to its owner alone. */
function numberRow(number: AfterOrder["number"], on: On, say: SayNext): AfterOrderRow | null {
  if (!number) return null;
  if (number.kind === "new") return { key: "number", title: say("newNumber.title"), text: say("newNumber.text") };
  const { msisdn, earliest } = number;
  const title = msisdn ? say("transfer.titleOf", { number: displayPhone(msisdn) }) : say("transfer.title");
  return { key: "number", title, text: say("transfer.text"), ...on("earliest", earliest) };
}

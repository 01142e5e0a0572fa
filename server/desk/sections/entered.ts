import type { Entered } from "#contract/desk/section-answers.ts";
import { fromChf, isWholeRappen } from "#core/money/money.ts";
import type { Locale } from "#core/text/locale.ts";
import { isPrintable } from "#core/text/plain-text.ts";
import { parseDay } from "#core/time/dates.ts";
import type { DeskActField, DeskActFields, DeskValues } from "#server/extension/desk-section.ts";
import { fieldText, type FieldText } from "#server/platform/texts/texts.ts";

/** The values of an act, or a message for each wrong field. */
type ReadEntered =
  | { readonly ok: true; readonly values: DeskValues }
  | { readonly ok: false; readonly fields: Readonly<Record<string, string>> };

type Read = { readonly value: string | number } | { readonly mistake: FieldText };

/** The greatest length of a text, in characters. */
const MAX_LENGTH = 200;
/** The greatest amount, in CHF: more cannot be stored as Rappen in an integer of PostgreSQL. */
const MAX_CHF = 20_000_000;

/** Reads something that was entered, by the kind of its field. */
const READERS: {
  readonly [Kind in DeskActField["kind"]]: (
    entered: string | number,
    field: Extract<DeskActField, { readonly kind: Kind }>,
  ) => Read;
} = {
  text(entered) {
    if (typeof entered !== "string" || !isPrintable(entered)) return { mistake: "invisible" };
    return entered.length > MAX_LENGTH ? { mistake: "muchTooLong" } : { value: entered };
  },
  number: (entered) => (Number.isSafeInteger(entered) ? { value: entered } : { mistake: "wholeNumber" }),
  amount(entered) {
    if (typeof entered !== "number" || !isWholeRappen(entered) || Math.abs(entered) > MAX_CHF)
      return { mistake: "amount" };
    return { value: fromChf(entered) };
  },
  day: (entered) => (typeof entered === "string" && parseDay(entered) ? { value: entered } : { mistake: "date" }),
  choice: (entered, { options }) =>
    Object.hasOwn(options, entered) ? { value: String(entered) } : { mistake: "chooseOne" },
};

/**
 * Reads what a person entered in the fields of an act. A field that the act does not have is wrong too: the extension
 * may have changed since a request was made.
 */
export function readEntered(fields: DeskActFields, entered: Entered, locale: Locale): ReadEntered {
  const mistakes: Record<string, string> = {};
  const values: Record<string, string | number | null> = {};
  for (const name of Object.keys(entered))
    if (!Object.hasOwn(fields, name)) mistakes[name] = fieldText(locale, "noField");
  for (const [name, field] of Object.entries(fields)) {
    const given = Object.hasOwn(entered, name) ? entered[name] : null;
    const typed = typeof given === "string" ? given.trim() : (given ?? null);
    const read = typed === null || typed === "" ? nothing(field) : readerOf(field)(typed, field);
    if ("mistake" in read) mistakes[name] = fieldText(locale, read.mistake);
    else values[name] = read.value;
  }
  return Object.keys(mistakes).length > 0 ? { ok: false, fields: mistakes } : { ok: true, values };
}

const nothing = ({ required }: DeskActField): { readonly value: null } | { readonly mistake: FieldText } =>
  required ? { mistake: "missing" } : { value: null };

/** The cast is safe: the reader is that of the field's kind. */
const readerOf = ({ kind }: DeskActField) => READERS[kind] as (entered: string | number, field: DeskActField) => Read;

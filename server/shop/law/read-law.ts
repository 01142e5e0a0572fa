import { readCheckedJson } from "#server/platform/files/operator-json.ts";
import * as v from "valibot";
import { parseDay } from "#core/time/dates.ts";
import { CITIZEN_GROUPS, DOCUMENT_TYPES, acceptedDocuments, type DocumentType } from "#core/document/documents.ts";
import { isPrintable } from "#core/text/plain-text.ts";
import { FIRST_LAW_DAY, IDENTITY_ITEMS, type Law } from "#core/law/law.ts";

const Dated = {
  from: v.pipe(
    v.string(),
    v.check((text) => parseDay(text) !== null, "it must be a day in the form YYYY-MM-DD"),
  ),
  source: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "it must state where this is written"),
    v.check(isPrintable, "it has control characters, such as a line break"),
  ),
};
/** Returns the schema of a number of days, at most a hundred years. */
const days = (least: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(36_500));
const Types = v.pipe(
  v.array(v.picklist(Object.keys(DOCUMENT_TYPES) as DocumentType[], "this document code is unknown (docs/law.md)")),
  v.check((codes) => new Set(codes).size === codes.length, "a code appears twice"),
);
const Items = v.pipe(
  v.array(v.picklist(IDENTITY_ITEMS, `it must be one of ${IDENTITY_ITEMS.join(", ")}`)),
  v.check((items) => new Set(items).size === items.length, "an item appears twice"),
);
const table = <Entry extends v.ObjectEntries>(entry: Entry) =>
  v.pipe(v.array(v.strictObject({ ...Dated, ...entry })), v.minLength(1, "it needs an entry"));

/** The default for files from before this table existed. */
const CREDIT_REFUSAL = [{ from: FIRST_LAW_DAY, source: "The file has no table creditRefusal", days: 90 }];

const LawFile: v.GenericSchema<unknown, Law> = v.strictObject({
  vat: table({
    standardPercent: v.pipe(v.number(), v.minValue(0), v.maxValue(100, "it must be a percentage of at most 100")),
  }),
  documents: table({
    groups: v.strictObject(v.entriesFromList(CITIZEN_GROUPS, Types)),
    notForPostpaidMobile: Types,
  }),
  identityItems: table({ all: Items, prepaid: Items }),
  documentRetention: table({ days: days(1) }),
  orderRetention: table({ days: days(1) }),
  creditRefusal: v.optional(table({ days: days(0) }), CREDIT_REFUSAL),
  withdrawal: table({ days: days(0) }),
});

/** Reads and checks the law file. Throws a LawError with the location of the first error. */
export async function readLaw(file: string): Promise<Law> {
  const read = await readCheckedJson(file, LawFile);
  if (!read.ok) throw new LawError(`The law file ${file} ${read.mistake}`);
  const mistake = datesMistake(read.value) ?? documentsMistake(read.value);
  if (mistake !== null) throw new LawError(`The law file ${file} has a mistake at ${mistake}.`);
  return read.value;
}

/**
 * Returns the first error in the dates: the entries of each table must be in order and start before the first order.
 */
function datesMistake(law: Law): string | null {
  for (const [name, entries] of Object.entries(law)) {
    const first = entries[0]?.from ?? "";
    if (first > FIRST_LAW_DAY) return `${name}.0.from: the table must start on ${FIRST_LAW_DAY} or earlier`;
    const wrong = entries.findIndex(({ from }, index) => index > 0 && from <= (entries[index - 1]?.from ?? ""));
    if (wrong > 0) return `${name}.${wrong}.from: it must be later than that of the previous entry`;
  }
  return null;
}

/** Returns the first group of citizens that would have no accepted document. */
function documentsMistake({ documents }: Law): string | null {
  for (const [index, entry] of documents.entries()) {
    const accepted = acceptedDocuments(entry, { family: "mobile", postpaid: true });
    const without = CITIZEN_GROUPS.find((group) => accepted[group].length === 0);
    if (without) return `documents.${index}.groups.${without}: no document is left for postpaid mobile`;
  }
  return null;
}

/** The law file is invalid. The message is for the operator. */
export class LawError extends Error {}

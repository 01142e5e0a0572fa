import { readCheckedJson, type FileRule } from "#server/platform/files/operator-json.ts";
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

const TABLES = {
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
};
const LawFile: v.GenericSchema<unknown, Law> = v.strictObject(TABLES);

/** Reads and checks the law file. Throws a LawError with the location of each error. */
export async function readLaw(file: string): Promise<Law> {
  const read = await readCheckedJson(file, LawFile, [
    ...(Object.keys(TABLES) as (keyof Law)[]).map(datesRule),
    DOCUMENTS,
  ]);
  if (!read.ok) throw new LawError(`The law file ${file} ${read.mistake}`);
  return read.value;
}

/** The entries of each table must be in order and start before the first order. */
const datesRule = (table: keyof Law): FileRule<Law> => ({
  needs: [table],
  check: ({ [table]: entries }) =>
    entries.flatMap(({ from }, index) => {
      const previous = entries[index - 1]?.from;
      const mistake = (problem: string, fix: string) => [{ path: [table, index, "from"], problem, fix }];
      if (previous === undefined)
        return from > FIRST_LAW_DAY
          ? mistake(`the table must start on ${FIRST_LAW_DAY} or earlier`, "Add an entry before it.")
          : [];
      return from <= previous ? mistake("it must be later than that of the previous entry", "Correct its day.") : [];
    }),
});

/** Each group of citizens needs an accepted document. */
const DOCUMENTS: FileRule<Law> = {
  needs: ["documents"],
  check: ({ documents }) =>
    documents.flatMap((entry, index) => {
      const accepted = acceptedDocuments(entry, { family: "mobile", postpaid: true });
      return CITIZEN_GROUPS.filter((group) => accepted[group].length === 0).map((group) => ({
        path: ["documents", index, "groups", group],
        problem: "no document is left for postpaid mobile",
        fix: "Add one.",
      }));
    }),
};

/** The law file is invalid. The message is for the operator. */
export class LawError extends Error {}

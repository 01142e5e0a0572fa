import * as v from "valibot";
import { isStorable } from "../../core/text/storable.ts";
import { DEFAULT_LOCALE, LOCALES } from "../../core/text/locale.ts";
import type { DeskCall } from "../call.ts";
import { Nothing } from "../schemas/fields.ts";
import { CsvFile } from "./board.ts";
import { line, reason } from "./fields.ts";
import type { DeskCallName } from "./paths.ts";
import { Entered, Section, SectionActed, Sections } from "./section-answers.ts";

/** The id of a row, which an extension has chosen. */
const rowId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200), v.check(isStorable));
const text = v.optional(line(200), "");

/** The calls about the pages that extensions describe. Each page and each act has a permit, which the server checks. */
export const SECTION_CALLS = {
  sections: {
    about: "The pages of extensions that the caller may see",
    who: "person",
    passive: true,
    query: null,
    body: null,
    answer: Sections,
    fails: [],
  },
  section: {
    about: "A page of rows, newest first, with what can be done; `after` is `next` of the previous page",
    who: "person",
    query: v.object({ text, after: v.optional(rowId) }),
    body: null,
    answer: Section,
    fails: ["notFound", "forbidden"],
  },
  sectionCsv: {
    about: "The rows as CSV, at most the newest 100000",
    who: "person",
    media: "text/csv",
    query: v.object({ text, locale: v.optional(v.picklist(LOCALES), DEFAULT_LOCALE) }),
    body: null,
    answer: CsvFile,
    fails: ["notFound", "forbidden"],
  },
  sectionAct: {
    about: "Do something with a row, or with none; some acts then wait for another person",
    who: "person",
    query: null,
    body: v.object({ row: v.nullable(rowId), entered: Entered, reason }),
    answer: SectionActed,
    fails: ["notFound", "forbidden", "fieldsWrong", "actRefused", "reasonNeeded"],
  },
  decideSectionRequest: {
    about: "Confirm or reject what another person has asked for; people can only reject their own requests",
    who: "person",
    query: null,
    body: v.object({ confirm: v.boolean(), reason }),
    answer: Nothing,
    fails: [
      "notFound",
      "forbidden",
      "alreadyDone",
      "ownRequest",
      "hindered",
      "fieldsWrong",
      "actRefused",
      "reasonNeeded",
    ],
  },
} as const satisfies Partial<Record<DeskCallName, DeskCall>>;

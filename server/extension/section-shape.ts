import * as v from "valibot";
import { DESK_PERMITS, type DeskPermit } from "#core/desk/roles.ts";
import { LOCALES, type LocalText } from "#core/text/locale.ts";
import { DESK_COLUMN_KINDS, PLAIN_FIELD_KINDS } from "./desk-section.ts";
import { firstWrong, listOf, mustBe, of, run, text } from "./shape.ts";

const words = v.pipe(text, v.nonEmpty("must not be empty"));
const localText = v.custom<LocalText>(
  (value) => v.is(v.object(Object.fromEntries(LOCALES.map((locale) => [locale, words]))), value),
  `must have a text in ${LOCALES.join(", ")}`,
);
const permits = Object.keys(DESK_PERMITS) as DeskPermit[];
const permit = v.picklist(permits, mustBe(`one of ${permits.join(", ")}`));
const oneOf = <const Options extends readonly string[]>(...options: Options) =>
  v.picklist(options, mustBe(`one of ${options.join(", ")}`));
const yes = v.optional(v.literal(true, mustBe("true, or absent")));
/** Texts by names that can be part of a path and of an element's id. */
const namedOf = <Value extends v.GenericSchema>(value: Value) =>
  v.record(
    v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,49}$/, "must have a name of letters and digits")),
    value,
    mustBe("an object"),
  );

const fieldWords = { label: localText, hint: v.optional(localText), required: yes };
const actField = v.variant(
  "kind",
  [
    of({ ...fieldWords, kind: oneOf(...PLAIN_FIELD_KINDS) }),
    of({ ...fieldWords, kind: v.literal("choice"), options: namedOf(localText) }),
  ],
  ({ path }) => mustBe(path ? `${PLAIN_FIELD_KINDS.join(", ")} or choice` : "an object"),
);

const SectionParts = of({
  desk: of({
    title: localText,
    about: localText,
    permit,
    columns: v.pipe(
      listOf(of({ key: words, title: localText, kind: oneOf(...DESK_COLUMN_KINDS) })),
      v.minLength(1, "must have a column"),
      v.check((all) => new Set(all.map(({ key }) => key)).size === all.length, "must have no key twice"),
    ),
    list: run,
    acts: namedOf(
      of({
        of: oneOf("row", "page"),
        title: localText,
        text: localText,
        permit,
        danger: yes,
        second: yes,
        fields: namedOf(actField),
        run,
      }),
    ),
  }),
});

/** Returns the first part of a page at the desk that is no part and what it must be; null if there is none. */
export const wrongSectionPart = (section: unknown): string | null => firstWrong(SectionParts, { desk: section });

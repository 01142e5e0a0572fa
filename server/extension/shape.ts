import * as v from "valibot";

/** Schemas of the parts of an extension. Each message completes the sentence "`jobs` …". */
export const of = <Entries extends v.ObjectEntries>(entries: Entries) =>
  // The issue has a path if the value is an object, but lacks a part.
  v.looseObject(entries, ({ path }) => (path ? "is missing" : mustBe("an object")));
const recordOf = <Value extends v.GenericSchema>(value: Value) => v.record(v.string(), value, mustBe("an object"));
export const listOf = <Item extends v.GenericSchema>(item: Item) => v.array(item, mustBe("a list"));
export const text = v.string(mustBe("a text"));
export const run = v.function(mustBe("a function"));
const name = v.pipe(
  text,
  v.regex(/^[A-Z][A-Z0-9_]*$/, "must have only the characters A to Z, 0 to 9 and _, and begin with a letter"),
);

/** A setting, a choice, or more of them below their keys. */
const entry: v.GenericSchema = v.lazy((value) => {
  const { kind } = (value ?? {}) as { readonly kind?: unknown };
  if (kind === "setting") return of({ name, schema: of({}), about: text });
  return kind === "choice" ? of({ name, options: tree, about: text }) : tree;
});
const tree = recordOf(entry);

const Parts = of({
  chapter: v.optional(of({ title: text, settings: tree })),
  contradictions: v.optional(listOf(run)),
  addresses: v.optional(recordOf(run)),
  connections: v.optional(recordOf(of({ isClear: run, encrypted: text }))),
  forbidden: v.optional(run),
  options: v.optional(
    v.strictObject(
      {
        payment: v.optional(recordOf(tree)),
        sms: v.optional(recordOf(tree)),
        documents: v.optional(recordOf(tree)),
        eid: v.optional(recordOf(tree)),
      },
      "must be an object with the keys payment, sms, documents and eid only",
    ),
  ),
  optionTexts: v.optional(recordOf(text)),
  removed: v.optional(listOf(v.tuple([v.instance(RegExp, mustBe("a RegExp")), text], mustBe("a list")))),
  formsInPage: v.optional(listOf(text)),
  library: v.optional(of({ folder: text, name: text })),
  limits: v.optional(recordOf(of({ count: v.number(mustBe("a number")), seconds: v.number(mustBe("a number")) }))),
  metrics: v.optional(recordOf(of({ type: text, help: text, labels: of({}) }))),
  securityEvents: v.optional(recordOf(of({ level: text, about: text }))),
  locks: v.optional(recordOf(v.number(mustBe("a number")))),
  jobs: v.optional(recordOf(of({ timetable: v.optional(text) }))),
  onOrderNews: v.optional(text),
  migrations: v.optional(v.instance(URL, mustBe("a URL made with `import.meta.url`"))),
  calls: v.optional(recordOf(text)),
  load: v.optional(run),
  loadCommands: v.optional(run),
  loadUpkeep: v.optional(run),
});

const RunningParts = of({
  ports: v.optional(recordOf(recordOf(run))),
  handlers: v.optional(run),
  reductions: v.optional(of({ hold: run, take: run })),
  summaryField: v.optional(run),
  desk: v.optional(run),
  routes: v.optional(run),
  countsItself: v.optional(listOf(text)),
  embedding: v.optional(run),
  figures: v.optional(listOf(of({ name: text, fills: listOf(text), read: run }))),
  tasks: v.optional(run),
  failingReceivers: v.optional(run),
  observe: v.optional(run),
  listen: v.optional(run),
});

export function mustBe(what: string): string {
  return `must be ${what}`;
}

/** Returns the first part of an extension that is no part and what it must be; null if there is none. */
export const wrongPart = (extension: object): string | null => firstWrong(Parts, extension);

/** The same of what an extension loads. */
export const wrongRunningPart = (running: object): string | null => firstWrong(RunningParts, running);

/** The same of anything else, by its schema. */
export function firstWrong(schema: v.GenericSchema, value: object): string | null {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  return issues ? `\`${v.getDotPath(issues[0]) ?? ""}\` ${issues[0].message}` : null;
}

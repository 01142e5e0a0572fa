import * as v from "valibot";
import { readJsonText, type JsonText } from "./json-text.ts";
import { readOperatorText, type Unreadable } from "./operator-text.ts";

/** Reads and parses a JSON file written by an operator. `text` provides its line numbers and duplicate keys. */
export async function readOperatorJson(
  file: string,
): Promise<{ readonly ok: true; readonly content: unknown; readonly text: JsonText } | Unreadable> {
  const decoded = await readOperatorText(file);
  if (!decoded.ok) return decoded;
  const text = readJsonText(decoded.text);
  if (text.fault)
    return {
      ok: false,
      line: text.fault.line,
      problem: `is not JSON: ${text.fault.problem}`,
      fix: "Correct it here or just before.",
    };
  return { ok: true, content: JSON.parse(decoded.text) as unknown, text };
}

/** An error at a place in a file, and how to correct it, as a sentence. */
type FileMistake = Explanation & { readonly path: readonly (string | number)[] };

/** A rule that a schema cannot express. It is checked if the fields that it needs are valid. */
export type FileRule<Output> = {
  readonly needs: readonly (keyof Output & string)[];
  check(value: Output): readonly FileMistake[] | Promise<readonly FileMistake[]>;
};

/**
 * Reads a JSON file and checks it with a schema and with rules. `mistake`: every error and how to correct it, worded to
 * follow "the file …".
 */
export async function readCheckedJson<Output>(
  file: string,
  schema: v.GenericSchema<unknown, Output>,
  rules: readonly FileRule<Output>[] = [],
): Promise<{ readonly ok: true; readonly value: Output } | { readonly ok: false; readonly mistake: string }> {
  const json = await readOperatorJson(file);
  const failed = (mistake: string) => ({ ok: false, mistake }) as const;
  if (!json.ok) {
    const line = json.line === null || json.problem.endsWith(")") ? "" : ` (line ${json.line})`;
    return failed(`${json.problem}${line}. ${json.fix}`);
  }
  const read = v.safeParse(schema, json.content);
  const issues = (read.issues ?? []).map((issue): FileMistake => ({
    path: issue.path?.map(({ key }) => key as string | number) ?? [],
    ...explainIssue(issue),
  }));
  const isValid = (field: string) => issues.every(({ path: [first] }) => first !== undefined && first !== field);
  const checkable = rules.filter(({ needs }) => needs.every(isValid));
  // The cast is safe for a rule: the fields that it needs have no issue.
  const broken = await Promise.all(checkable.map(async (rule) => rule.check(read.output as Output)));
  const mistakes = [
    ...json.text.repeated.map(({ path, line }) => ({ path, line, ...REPEATED })),
    ...[...issues, ...broken.flat()].map((each) => ({ ...each, line: json.text.lineOf(each.path) })),
  ];
  const [first, ...others] = mistakes.map(
    ({ path, line, problem, fix }) => `at ${path.join(".") || "its top"}: ${problem} (line ${line}). ${fix}`,
  );
  if (first === undefined) return { ok: true, value: read.output as Output };
  if (others.length === 0) return failed(`has a mistake ${first}`);
  return failed([`has ${mistakes.length} mistakes:`, first, ...others].join("\n  - "));
}

const REPEATED: Explanation = { problem: "this field appears twice", fix: "Remove one of the two." };

/** A problem and how to fix it, as a sentence. */
type Explanation = { readonly problem: string; readonly fix: string };

const TYPES: Readonly<Record<string, string>> = {
  string: 'Write a text in quotation marks, such as "text".',
  number: "Write a number without quotation marks, such as 29.9.",
  boolean: "Write true or false, without quotation marks.",
  array: "Write a list in [ ].",
};
const LIMITS: Readonly<Record<string, string>> = {
  min_value: "at least",
  max_value: "at most",
  min_length: "no shorter than",
  max_length: "no longer than",
};

/** Explains a schema issue to the operator. */
export function explainIssue(issue: v.BaseIssue<unknown>): Explanation {
  const { type, expected, received } = issue;
  const requirement = "requirement" in issue ? String(issue.requirement) : "";
  if (type === "strict_object") return explainField(issue);
  if (type in TYPES) return { problem: `must be a ${type}, not ${received}`, fix: TYPES[type] ?? "" };
  if (type === "picklist" && issue.message.startsWith("Invalid"))
    return { problem: `must be one of ${expected}, not ${received}`, fix: "Choose one of them." };
  if (type === "integer") return { problem: `must be a whole number, not ${received}`, fix: "Remove the decimals." };
  if (type === "check" && typeof issue.input === "number")
    return { problem: issue.message, fix: "Write it with two decimals, such as 29.90." };
  if (issue.message.startsWith("Invalid") && type in LIMITS)
    return { problem: `must be ${LIMITS[type]} ${requirement} and is ${received}`, fix: "Correct it." };
  return { problem: issue.message, fix: `Correct ${JSON.stringify(issue.input) ?? "it"}.` };
}

function explainField({ expected, received }: v.BaseIssue<unknown>): Explanation {
  if (expected === "never")
    return { problem: `there is no field ${received}`, fix: "Remove it, or correct its spelling." };
  if (received === "undefined") return { problem: `the field ${expected} is missing`, fix: "Add it." };
  return { problem: `must be an object, not ${received}`, fix: "Write its fields in { }." };
}

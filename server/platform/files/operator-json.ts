import * as v from "valibot";
import { readJsonText, type JsonText } from "./json-text.ts";
import { readOperatorText, type Unreadable } from "./operator-text.ts";
import { explainIssue } from "./schema-issue.ts";

/** Reads and parses a JSON file that an operator has written; `text` has its lines and the keys that it repeats. */
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

/**
 * Reads a JSON file and checks it with a schema. `mistake`: the first thing that is wrong, as the end of "the file …",
 * with how to correct it.
 */
export async function readCheckedJson<Output>(
  file: string,
  schema: v.GenericSchema<unknown, Output>,
): Promise<{ readonly ok: true; readonly value: Output } | { readonly ok: false; readonly mistake: string }> {
  const json = await readOperatorJson(file);
  const failed = (mistake: string) => ({ ok: false, mistake }) as const;
  if (!json.ok) {
    const line = json.line === null || json.problem.endsWith(")") ? "" : ` (line ${json.line})`;
    return failed(`${json.problem}${line}. ${json.fix}`);
  }
  const at = (path: readonly (string | number)[], line: number, problem: string, fix: string) =>
    failed(`has a mistake at ${path.join(".") || "its top"}: ${problem} (line ${line}). ${fix}`);
  const [repeated] = json.text.repeated;
  if (repeated) return at(repeated.path, repeated.line, "this field appears twice", "Remove one of the two.");
  const read = v.safeParse(schema, json.content);
  if (read.success) return { ok: true, value: read.output };
  const [issue] = read.issues;
  const path = issue.path?.map(({ key }) => key as string | number) ?? [];
  const { problem, fix } = explainIssue(issue);
  return at(path, json.text.lineOf(path), problem, fix);
}

import type * as v from "valibot";

/** What is wrong, and how to correct it, as a sentence. */
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

/** Explains an issue of a schema to the operator. */
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

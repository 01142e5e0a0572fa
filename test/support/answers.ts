import * as v from "valibot";
import type { Call } from "#contract/call.ts";

/** Throws unless a successful answer matches the contract exactly: no property is missing, and none is undocumented. */
export function expectInContract({ answer, media, from, noContent }: Call, status: number, body: unknown): void {
  if (status !== 200 || media || noContent || from === "navigation") return;
  const unnamed = unnamedIn(body, v.parse(answer, body));
  if (unnamed.length > 0) throw new Error(`The contract does not name ${unnamed.join(", ")}`);
}

/** Returns the paths in a value that are not in the result of its schema. */
function unnamedIn(value: unknown, read: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return value === read ? [] : [path];
  const other = (read ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(value).flatMap(([key, each]) => unnamedIn(each, other[key], `${path}/${key}`));
}

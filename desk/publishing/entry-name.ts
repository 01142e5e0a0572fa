import { valueAt } from "./form/values.ts";

/** The name or title of an entry, in German if it is translated; empty if it has none yet. */
export function entryName(entry: unknown): string {
  const name = valueAt(entry, ["name"]) ?? valueAt(entry, ["title"]);
  const text = typeof name === "object" ? valueAt(name, ["de"]) : name;
  return typeof text === "string" ? text.trim() : "";
}

import type { EntryChange } from "#core/catalogue/catalogue-diff.ts";
import { CommandError, type Call } from "../../command.ts";
import { aligned, timeText } from "./table.ts";

const SIGNS = { added: "+", removed: "-", changed: "~" } as const;

/** Returns the lines that describe the changes from a loaded version, or (null) from no version. */
export function describeChanges(
  against: { readonly version: number; readonly loadedAt: Date } | null,
  changes: readonly EntryChange[],
): string[] {
  const head = against
    ? `Compared with version ${against.version} of ${timeText(against.loadedAt)}`
    : "No catalogue is loaded yet";
  if (changes.length === 0) return [`${head}: no changes.`];
  const count = (kind: EntryChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  return [
    `${head}:`,
    ...changes.flatMap((change) => [
      `${SIGNS[change.kind]} ${[change.what, change.code, change.name && `(${change.name})`].filter(Boolean).join(" ")}`,
      ...aligned(change.fields.map((field) => [`    ${field.field}`, oldAndNew(field)])),
    ]),
    `${count("added")} added, ${count("removed")} removed, ${count("changed")} changed.`,
  ];
}

function oldAndNew(field: EntryChange["fields"][number]): string {
  if (field.old === null) return field.new ?? "";
  return field.new === null ? `${field.old} → removed` : `${field.old} → ${field.new}`;
}

/**
 * Asks for confirmation before something is put on sale, unless --yes is given. Throws a CommandError if the answer is
 * no.
 */
export async function confirmSale({ io, flag }: Call, question: string): Promise<void> {
  if (flag("yes")) return;
  const answer = await io.ask(`${question} [y/N]`);
  if (answer === null) throw new CommandError("cannot ask for confirmation without a terminal: add --yes.");
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError("nothing was put on sale.");
}

/** The option of commands that put something on sale. */
export const YES = { type: "boolean", about: "do not ask for confirmation" } as const;

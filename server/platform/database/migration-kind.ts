/**
 * What a migration does to processes of the version before, which go on during an upgrade (ADR 32). `expand`: nothing, it only adds.
 * `concurrent`: the same, by statements that cannot run in a transaction. `contract`: it removes or changes what they use, so it belongs in the
 * release after the last one that uses it.
 */
export type MigrationKind = "expand" | "concurrent" | "contract";

/** The kind as the first line of the file has it: `-- concurrent` or `-- contract: <why nothing uses it any more>`. */
export function kindOf(sql: string): MigrationKind {
  const [, kind] = /^-- (concurrent|contract)\b/.exec(sql) ?? [];
  return kind === "concurrent" || kind === "contract" ? kind : "expand";
}

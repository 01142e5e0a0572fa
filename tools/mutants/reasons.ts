import { briefly, survived, type Mutant } from "./mutant.ts";

/**
 * Why mutants of a file are allowed to survive. `becomes`: the change; null if the reason applies to every change of
 * the code.
 */
export type Reason = {
  readonly file: string;
  readonly code: string;
  readonly becomes: string | null;
  readonly reason: string;
};

const CODE = "(`+) ?(.+?) ?";
const ENTRY = new RegExp(`^- ${CODE}\\1(?: → ${CODE}\\3)?: (.+)$`);

/** Reads the reasons in the document: lines `` - `code` → `change`: reason `` below a heading with the file. */
export function readReasons(page: string): readonly Reason[] {
  let file = "";
  return page.split("\n").flatMap((line) => {
    file = /^### (\S+)$/.exec(line)?.[1] ?? file;
    const [, , code, , becomes, reason] = ENTRY.exec(line) ?? [];
    return code === undefined || reason === undefined ? [] : [{ file, code, becomes: becomes ?? null, reason }];
  });
}

/** Returns a survivor as an entry for the document, without the reason, which a person must add. */
export function entryOf(mutant: Mutant): string {
  const { code, becomes } = briefly(mutant);
  return `- ${quoted(code)} → ${quoted(becomes)}: `;
}

function quoted(code: string): string {
  if (!code.includes("`")) return `\`${code}\``;
  return `\`\` ${code} \`\``;
}

function explains(reason: Reason, mutant: Mutant): boolean {
  const { code, becomes } = briefly(mutant);
  return reason.file === mutant.file && reason.code === code && (reason.becomes ?? becomes) === becomes;
}

/** Returns the survivors that no reason explains. */
export function unexplained(mutants: readonly Mutant[], reasons: readonly Reason[]): readonly Mutant[] {
  return mutants.filter((mutant) => survived(mutant) && !reasons.some((reason) => explains(reason, mutant)));
}

/** Returns the reasons that no longer explain any survivor. Checks only reasons for files of this run. */
export function outdated(mutants: readonly Mutant[], reasons: readonly Reason[]): readonly Reason[] {
  const files = new Set(mutants.map(({ file }) => file));
  return reasons.filter(
    (reason) => files.has(reason.file) && !mutants.some((mutant) => survived(mutant) && explains(reason, mutant)),
  );
}

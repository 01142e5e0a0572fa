import { readFile } from "node:fs/promises";
import { displayPhone, isSwissMobile, normalisePhone } from "#core/phone.ts";

/** The numbers of a file, or what is wrong with it, line by line. */
export type ReadNumbers =
  | { readonly ok: true; readonly msisdns: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/**
 * Reads a list of numbers: one in each line, in any Swiss form, first in its line if there are columns (`,`, `;` or tab). Empty lines, and a first
 * line without digits, are ignored. A file with a mistake is refused as a whole. Throws if it cannot be read.
 */
export async function readNumberFile(file: string): Promise<ReadNumbers> {
  const bytes = await readFile(file);
  if (bytes.includes(0)) return { ok: false, mistakes: ["it is not UTF-8, but probably UTF-16: save it as UTF-8"] };
  const lines = bytes
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/);
  const cells = lines.map((line) =>
    (line.split(/[,;\t]/)[0] ?? "")
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .trim(),
  );
  const mistakes: string[] = [];
  const found = new Map<string, number>();
  for (const [index, cell] of cells.entries()) {
    if (cell === "" || (index === 0 && !/\d/.test(cell))) continue;
    const msisdn = normalisePhone(cell);
    const earlier = found.get(msisdn);
    if (!/^[+(\d][\d\s()./’'-]*$/u.test(cell) || !isSwissMobile(msisdn))
      mistakes.push(`line ${index + 1}: "${cell.slice(0, 40)}" is no Swiss mobile number`);
    else if (earlier) mistakes.push(`line ${index + 1}: ${displayPhone(msisdn)} is in line ${earlier} already`);
    else found.set(msisdn, index + 1);
  }
  if (mistakes.length > 0) return { ok: false, mistakes };
  return { ok: true, msisdns: [...found.keys()] };
}

import { decodeOperatorText } from "#server/platform/files/operator-text.ts";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";

/** The columns of the federal register of building addresses that say whether a file is one (domain facts). */
const COLUMNS = ["ADR_EGAID", "STN_LABEL", "ADR_NUMBER", "ZIP_LABEL", "ADR_STATUS"] as const;

/** The file is not a register of addresses. The message is for the operator. */
export class AddressFileError extends Error {}

/**
 * The houses of each street: the key is its name, postcode and place, a line each. Numbers are as the register writes
 * them, and may be there twice.
 */
export type Streets = ReadonlyMap<string, readonly string[]>;

/**
 * Reads a register's CSV, of which each row is a line. Rows without a postal address are left out. `onProgress` is called with the number of
 * rows read so far. Throws an AddressFileError.
 */
export async function readRegister(file: string, onProgress: (rows: number) => void): Promise<Streets> {
  const streets = new Map<string, string[]>();
  /** Each different number once, because a whole register has few. */
  const numbers = new Map<string, string>();
  const once = (number: string) => numbers.get(number) ?? (numbers.set(number, number), number);
  let at: ReturnType<typeof positionsOf> | undefined;
  let rows = -1;
  for await (const block of linesOf(file)) {
    for (const row of rowsOf(block)) {
      at ??= positionsOf(file, row);
      if ((rows += 1) === 0) continue;
      // Postcode and place, such as "4052 Basel".
      const [, zipcode = "", city = ""] = /^(\d{4})\s+(\S.*)$/.exec(row[at.place] ?? "") ?? [];
      const street = row[at.street] ?? "";
      if (zipcode === "" || street === "") continue;
      const key = `${street}\n${zipcode}\n${city}`;
      const number = once(row[at.number] ?? "");
      const houses = streets.get(key);
      if (houses) houses.push(number);
      else streets.set(key, [number]);
    }
    onProgress(Math.max(0, rows));
  }
  if (!at) positionsOf(file, []);
  return streets;
}

/** Where the columns are that are used. Throws an AddressFileError if one of the register's is missing. */
function positionsOf(file: string, header: readonly string[]) {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw new AddressFileError(`${file} has no column ${missing.join(", ")}: is it the register's CSV?`);
  const at = (column: (typeof COLUMNS)[number]) => header.indexOf(column);
  return { street: at("STN_LABEL"), number: at("ADR_NUMBER"), place: at("ZIP_LABEL") };
}

/** Small, so that the rows of a block are garbage before they count as old. */
const BLOCK_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;

/** A file in blocks of whole lines. Throws an AddressFileError if it is not UTF-8. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let line = 1;
  const decoded = (bytes: Buffer) => {
    const block = decodeOperatorText(bytes, line);
    if (!block.ok) throw new AddressFileError(`${file} ${block.problem}.`);
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) line += 1;
    return block.text;
  };
  for await (const chunk of createReadStream(file, { highWaterMark: BLOCK_BYTES })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = bytes.subarray(end);
    if (end > 0) yield decoded(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield decoded(rest);
}

/** The fields of each line. The register quotes few fields, and blocks without quotes are split six times faster. */
function rowsOf(block: string): readonly (readonly string[])[] {
  if (block.includes('"')) return parse(block, { delimiter: ";", relax_quotes: true, relax_column_count: true });
  const lines = block.split(/\r?\n/);
  return lines.filter((line) => line !== "").map((line) => line.split(";"));
}

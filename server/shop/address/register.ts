import { decodeOperatorText, explainUnopened } from "#server/platform/files/operator-text.ts";
import { createReadStream } from "node:fs";
import { CsvError, parse } from "csv-parse/sync";

/** The columns by which a file is recognised as the federal register of building addresses (domain facts). */
const COLUMNS = ["ADR_EGAID", "STN_LABEL", "ADR_NUMBER", "ZIP_LABEL", "ADR_STATUS"] as const;

/** The file is not a register of addresses. The message is for the operator. */
export class AddressFileError extends Error {}

/**
 * The house numbers of each street. The key consists of the street's name, the postcode and the town, on a line each.
 * Numbers are spelled as in the register, and can occur twice.
 */
export type Streets = ReadonlyMap<string, readonly string[]>;

/** The content of a register. `leftOut`: the line numbers of rows without a street, or without a postcode and town. */
export type Register = { readonly streets: Streets; readonly leftOut: readonly number[] };

/**
 * Reads the CSV of a register, one row per line. `onProgress` is called with the number of rows read so far. Throws an
 * AddressFileError.
 */
export async function readRegister(file: string, onProgress: (rows: number) => void): Promise<Register> {
  const streets = new Map<string, string[]>();
  const leftOut: number[] = [];
  /** Each distinct house number once, to save memory, because the whole register has only few. */
  const numbers = new Map<string, string>();
  const once = (number: string) => numbers.get(number) ?? (numbers.set(number, number), number);
  let at: ReturnType<typeof positionsOf> | undefined;
  let [rows, line] = [-1, 0];
  for await (const block of linesOf(file)) {
    for (const text of block.replace(/\n$/, "").split("\n")) {
      line += 1;
      const row = fieldsOf(text.endsWith("\r") ? text.slice(0, -1) : text);
      if (row === null) throw new AddressFileError(`${file} has a quotation mark that is not closed (line ${line})`);
      if (row.length === 1 && row[0] === "") continue;
      at ??= positionsOf(file, row);
      if ((rows += 1) === 0) continue;
      // Postcode and town, such as "4052 Basel".
      const [, zipcode = "", city = ""] = /^(\d{4})\s+(\S.*)$/.exec(row[at.place] ?? "") ?? [];
      const street = row[at.street] ?? "";
      if (zipcode === "" || street === "") {
        leftOut.push(line);
        continue;
      }
      const key = `${street}\n${zipcode}\n${city}`;
      const number = once(row[at.number] ?? "");
      const houses = streets.get(key);
      if (houses) houses.push(number);
      else streets.set(key, [number]);
    }
    onProgress(Math.max(0, rows));
  }
  if (!at) throw new AddressFileError(`${file} is empty`);
  return { streets, leftOut };
}

/** Returns the positions of the columns that are used. Throws an AddressFileError if one is missing. */
function positionsOf(file: string, header: readonly string[]) {
  const missing = COLUMNS.filter((column) => !header.includes(column));
  if (missing.length > 0)
    throw new AddressFileError(`${file} has no column ${missing.join(", ")}: is it the register's CSV?`);
  const at = (column: (typeof COLUMNS)[number]) => header.indexOf(column);
  return { street: at("STN_LABEL"), number: at("ADR_NUMBER"), place: at("ZIP_LABEL") };
}

/** Size of a block in bytes. It is small, so that its rows are garbage-collected while they are young. */
const BLOCK_BYTES = 64 * 1024;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Yields the bytes of a file in blocks. Throws an AddressFileError if it cannot be read. */
export async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(file, { highWaterMark: BLOCK_BYTES });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    const { problem, fix } = explainUnopened(error as NodeJS.ErrnoException);
    throw new AddressFileError(`${file} ${problem}. ${fix}`);
  }
}

/** Yields a file in blocks of whole lines. Throws an AddressFileError if it is not UTF-8. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let line = 1;
  const decoded = (bytes: Buffer) => {
    const block = decodeOperatorText(bytes, line);
    if (!block.ok) throw new AddressFileError(`${file} ${block.problem}. ${block.fix}`);
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) line += 1;
    return block.text;
  };
  for await (const chunk of bytesOf(file)) {
    const bytes = Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    if (end === 0 && bytes.includes(CARRIAGE_RETURN))
      throw new AddressFileError(`${file} ends its lines with CR only. Save it with LF or CRLF`);
    rest = bytes.subarray(end);
    if (end > 0) yield decoded(bytes.subarray(0, end));
  }
  if (rest.length > 0) yield decoded(rest);
}

/**
 * Returns the fields of a line; null if a quotation mark is not closed. Each line is parsed on its own, so that a stray
 * mark does not affect others. The register quotes few fields, and lines without quotes can be split six times faster.
 */
function fieldsOf(line: string): readonly string[] | null {
  if (!line.includes('"')) return line.split(";");
  try {
    const [fields] = parse(line, { delimiter: ";", relax_quotes: true }) as string[][];
    return fields ?? null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

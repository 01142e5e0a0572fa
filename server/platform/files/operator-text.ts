import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";

/** What is wrong with a file, worded to follow "the file …", how to correct it, and the line if the fault is in one. */
export type Unreadable = {
  readonly ok: false;
  readonly line: number | null;
  readonly problem: string;
  readonly fix: string;
};
export type Decoded = { readonly ok: true; readonly text: string } | Unreadable;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const LINE_FEED = 0x0a;

/**
 * Detects UTF-16 by its byte order mark. Without one, it is recognised because every second byte of Latin text is 0.
 */
const isUtf16 = (bytes: Buffer) =>
  UTF16_BOMS.some((mark) => bytes.subarray(0, 2).equals(mark)) ||
  (bytes.length > 1 && (bytes[0] === 0) !== (bytes[1] === 0));

/**
 * Decodes a file written by an operator, or a block of its lines: strict UTF-8, without the byte order mark that some
 * editors add. A file in another encoding is refused with the line of its first wrong byte; if letters were replaced
 * instead, a customer would be the first to notice. `firstLine`: the line number at which the block starts.
 */
export function decodeOperatorText(bytes: Buffer, firstLine = 1): Decoded {
  const fault = (line: number | null, problem: string, fix = "Save it as UTF-8."): Unreadable => ({
    ok: false,
    line,
    problem: line === null ? problem : `${problem} (line ${line})`,
    fix,
  });
  if (isUtf16(bytes)) return fault(null, "is not UTF-8, but probably UTF-16");
  const content = bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
  const nul = content.indexOf(0);
  if (nul >= 0)
    return fault(firstLine + linesIn(content.subarray(0, nul)), "has a character NUL", "Remove it; it cannot be seen.");
  if (isUtf8(content)) return { ok: true, text: content.toString("utf8") };
  return fault(firstLine + lineOfFirstFault(content), "is not UTF-8, but probably Windows-1252 or ISO 8859-1");
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}

function lineOfFirstFault(bytes: Buffer): number {
  let line = 0;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** Why a file cannot be opened, by system error code. */
const UNOPENED: Readonly<Record<string, readonly [problem: string, fix: string]>> = {
  ENOENT: ["does not exist", "Correct its path."],
  ENOTDIR: ["does not exist", "Correct its path: a part of it is a file."],
  EISDIR: ["is a folder", "Name the file in it."],
  EACCES: ["may not be read by this user", "Give the user permission to read it."],
};

/** Explains why a file could not be opened or read. */
export function explainUnopened({ code = "unreadable" }: { readonly code?: string | undefined }): Unreadable {
  const [problem, fix] = UNOPENED[code] ?? [`cannot be read (${code})`, "Try again."];
  return { ok: false, line: null, problem, fix };
}

/** Reads and decodes a file written by an operator. An empty file is refused, because it is never intended. */
export async function readOperatorText(file: string): Promise<Decoded> {
  const bytes = await readFile(file).catch(explainUnopened);
  if (!Buffer.isBuffer(bytes)) return bytes;
  const decoded = decodeOperatorText(bytes);
  if (!decoded.ok || decoded.text.trim() !== "") return decoded;
  return { ok: false, line: null, problem: "is empty", fix: "Write its content." };
}

/**
 * The first column of a line. A quoted text is one column, and so is a number that a spreadsheet wrote with a decimal
 * comma and an exponent.
 */
const FIRST_COLUMN = /^\s*"[^"]*"|^\d,\d+E\+\d+|^[^,;\t]*/i;

/** An entry of a list, with its line number. */
export type ListEntry = { readonly line: number; readonly text: string };

/**
 * Returns the entries of a list, one per line. If a line has several columns (`,`, `;` or tab), the first one without
 * quotes is the entry. Empty lines, and a heading without digits in the first line, are not entries, but count as
 * lines.
 */
export function listEntries(text: string): readonly ListEntry[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({
      line: index + 1,
      text: (FIRST_COLUMN.exec(line)?.[0] ?? "")
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    }))
    .filter(({ line, text: entry }) => entry !== "" && (line > 1 || /\d/.test(entry)));
}

/** Returns an error message if an entry has an unclosed quotation mark; otherwise null. */
export function unclosedQuote({ line, text }: ListEntry): string | null {
  return /^"|"$/.test(text) ? `line ${line}: a quotation mark is not closed` : null;
}

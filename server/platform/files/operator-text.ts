import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";

/** What is wrong with the bytes of a file, as the end of "the file …", and the line of the first of them. */
type Undecodable = { readonly ok: false; readonly line: number | null; readonly problem: string };
export type Decoded = { readonly ok: true; readonly text: string } | Undecodable;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16_BOMS = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
const LINE_FEED = 0x0a;

/**
 * Decodes a file that an operator has written, or a block of whole lines of one: strict UTF-8, without the byte order
 * mark that some editors add. Another encoding is named with the line of its first byte, because a replaced letter
 * would be found much later, by a customer. `firstLine`: the number of the block's first line.
 */
export function decodeOperatorText(bytes: Buffer, firstLine = 1): Decoded {
  const isUtf16 = UTF16_BOMS.some((mark) => bytes.subarray(0, 2).equals(mark)) || bytes.includes(0);
  if (isUtf16) return { ok: false, line: null, problem: "is not UTF-8, but probably UTF-16: save it as UTF-8" };
  const content = bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
  if (isUtf8(content)) return { ok: true, text: content.toString("utf8") };
  const line = firstLine + lineOfFirstFault(content);
  const problem = `is not UTF-8, but probably Windows-1252 or ISO 8859-1 (line ${line}): save it as UTF-8`;
  return { ok: false, line, problem };
}

function lineOfFirstFault(bytes: Buffer): number {
  let line = 0;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

/** Reads and decodes a file that an operator has written. Rejects with the system's error if it cannot be read. */
export async function readOperatorText(file: string): Promise<Decoded> {
  return decodeOperatorText(await readFile(file));
}

/** An entry of a list, and the number of its line. */
export type ListEntry = { readonly line: number; readonly text: string };

/**
 * The entries of a list, one in each line, the first column if there are several (`,`, `;` or tab), without quotes.
 * Empty lines, and a first line without digits, are no entries, but count as lines.
 */
export function listEntries(text: string): readonly ListEntry[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({
      line: index + 1,
      text: (line.split(/[,;\t]/)[0] ?? "")
        .trim()
        .replace(/^"(.*)"$/, "$1")
        .trim(),
    }))
    .filter(({ line, text: entry }) => entry !== "" && (line > 1 || /\d/.test(entry)));
}

import { createHash } from "node:crypto";
import { ArchiveError, SECTION_END } from "./format.ts";

const NEWLINE = 10;
const END = Buffer.from(`${SECTION_END}\n`);

/** Reads an archive line by line, or a section's rows in large pieces. */
export type ArchiveLines = {
  /** The next line without its end. Throws an ArchiveError if the file ends before. */
  line(): Promise<string>;
  /** The rows of a section, in pieces of whole lines; what follows are the lines after the section. */
  rows(): AsyncGenerator<Buffer>;
  /** Counts a line that was read into the checksum. */
  count(line: string): void;
  /** The checksum of the lines and rows that were counted. */
  checksum(): string;
};

/** Lines of what a file has unpacked, in pieces of any size. */
export function archiveLines(content: AsyncIterable<Buffer>): ArchiveLines {
  const pieces = content[Symbol.asyncIterator]();
  const hash = createHash("sha256");
  let rest: Buffer = Buffer.alloc(0);

  /** Adds the next piece to the rest. */
  async function more(): Promise<void> {
    const next = await pieces.next();
    if (next.done) throw new ArchiveError("the file is cut short: it ends before its end was written.");
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
  }
  function take(length: number): Buffer {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  }

  return {
    async line() {
      for (;;) {
        const at = rest.indexOf(NEWLINE);
        if (at >= 0) return take(at + 1).toString("utf8", 0, at);
        await more();
      }
    },
    async *rows() {
      for (;;) {
        const whole = rest.subarray(0, rest.lastIndexOf(NEWLINE) + 1);
        const end = endIn(whole);
        const piece = take(end ?? whole.length);
        hash.update(piece);
        if (piece.length > 0) yield piece;
        if (end !== null) {
          hash.update(take(END.length));
          return;
        }
        await more();
      }
    },
    count: (line) => void hash.update(`${line}\n`),
    checksum: () => hash.digest("hex"),
  };
}

/** Where the line that ends a section begins, in whole lines; null if it is not among them. */
function endIn(lines: Buffer): number | null {
  if (lines.subarray(0, END.length).equals(END)) return 0;
  const at = lines.indexOf(`\n${SECTION_END}\n`);
  return at < 0 ? null : at + 1;
}

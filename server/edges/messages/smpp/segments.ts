import type { GsmCoder } from "#libraries/smpp/index.ts";

export type Segments = {
  /** 0: the GSM alphabet (3GPP TS 23.038), 8: UCS-2. */
  readonly dataCoding: 0 | 8;
  readonly parts: readonly Buffer[];
};

const ESCAPE = 0x1b;
/** Characters in a single message, and in each part of a longer one, which has a header (3GPP TS 23.040). */
const GSM = { whole: 160, part: 153 } as const;
/** The same in bytes: 70 and 67 characters of UCS-2. */
const UCS2 = { whole: 140, part: 134 } as const;

/**
 * Splits a text into the parts of a text message, never inside a character of two units. A character outside the GSM
 * alphabet makes the whole text UCS-2.
 */
export function segmentsOf(text: string, gsm: GsmCoder): Segments {
  if (gsm.match(text)) {
    return {
      dataCoding: 0,
      parts: cut(gsm.encode(text), GSM, (bytes, at) => (bytes[at - 1] === ESCAPE ? at - 1 : at)),
    };
  }
  const bytes = Buffer.from(text, "utf16le").swap16();
  const isHigh = (at: number) => ((bytes[at] ?? 0) & 0xfc) === 0xd8;
  return { dataCoding: 8, parts: cut(bytes, UCS2, (_, at) => (isHigh(at - 2) ? at - 2 : at)) };
}

function cut(
  bytes: Buffer,
  { whole, part }: { whole: number; part: number },
  cutAt: (bytes: Buffer, at: number) => number,
): readonly Buffer[] {
  if (bytes.length <= whole) return [bytes];
  const parts: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + part < bytes.length ? cutAt(bytes, from + part) : bytes.length;
    parts.push(bytes.subarray(from, to));
    from = to;
  }
  return parts;
}

/** The header that lets a phone join the parts: an 8-bit reference, the number of parts, and the number of this part from 1. */
export function partHeader(reference: number, count: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference & 0xff, count, number]);
}

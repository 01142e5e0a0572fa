import type { GsmCoder } from "smpp";

export type Segments = {
  /** 0: the GSM alphabet (3GPP TS 23.038), 8: UCS-2. */
  readonly dataCoding: 0 | 8;
  readonly parts: readonly Buffer[];
};

const ESCAPE = 0x1b;
/** Letters of one message, and of each part of a longer one, whose header takes the rest (3GPP TS 23.040). */
const GSM = { whole: 160, part: 153 } as const;
/** In bytes: 70 letters of UCS-2, and 67. */
const UCS2 = { whole: 140, part: 134 } as const;

/** Cuts a text into what a text message holds; a letter of two units is never cut. Letters outside GSM make it UCS-2. */
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

/** The header that joins parts again: an 8-bit reference, how many there are, which one this is. */
export function partHeader(reference: number, count: number, number: number): Buffer {
  return Buffer.from([5, 0, 3, reference & 0xff, count, number]);
}

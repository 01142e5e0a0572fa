import type { Metadata } from "sharp";
import { layoutOf } from "./jpeg.ts";

/** The first bytes of each format that is decoded. Anything else never reaches the decoder. */
const SIGNATURES = {
  jpeg: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  webp: (bytes: Buffer) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
} as const satisfies Record<string, (bytes: Buffer) => boolean>;

export type PictureFormat = keyof typeof SIGNATURES;

/** The format that the first bytes name; null for every other content. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  return (Object.keys(SIGNATURES) as PictureFormat[]).find((format) => SIGNATURES[format](bytes)) ?? null;
}

/**
 * Whether it is the format of iPhones and some Android phones, whose decoder is patented and not in the picture
 * library.
 */
export const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(bytes.toString("latin1", 4, 12));

const MB = 1024 * 1024;
/** What decoding takes besides the picture itself. */
const BASE = 32 * MB;

export type Header = Pick<Metadata, "width" | "height" | "channels" | "depth" | "isProgressive">;

/**
 * The memory in bytes that decoding takes at most (measured, ADR 17). Baseline JPEG and PNG are decoded line by line. The others are held
 * whole: progressive JPEG as coefficients of two bytes, interlaced PNG (with up to 1.4 times its pixels) and WebP as pixels.
 */
export function memoryFor(format: PictureFormat, bytes: Buffer, header: Header): number {
  const { width, height, channels, depth, isProgressive } = header;
  const pixels = width * height;
  const sampleBytes = depth === "ushort" ? 2 : 1;
  switch (format) {
    case "jpeg":
      return BASE + pixels * layoutOf(bytes).heldPerPixel * 2;
    case "png":
      return isProgressive ? BASE + 1.4 * pixels * channels * sampleBytes : 2 * BASE * sampleBytes;
    case "webp":
      return BASE + pixels * 4;
  }
}

/** How many chunks of a PNG hold a packed text or profile. */
export function packedChunks(png: Buffer): number {
  let count = 0;
  // Length, name, content, checksum.
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (PACKED.has(png.toString("latin1", at + 4, at + 8))) count += 1;
  return count;
}
const PACKED: ReadonlySet<string> = new Set(["zTXt", "iTXt", "iCCP"]);

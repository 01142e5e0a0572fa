import type Sharp from "sharp";
import { MAX_PICTURE_BYTES, PICTURE_SIDE } from "#core/document/picture.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import {
  formatOf,
  isHeic,
  memoryFor,
  packedChunks,
  type PictureFormat,
  layoutOf,
  wholeJpeg,
  type WholeJpeg,
} from "./header.ts";

const MB = 1024 * 1024;

/**
 * Limits of an uploaded picture, and the side length and quality of the stored one (decisions 5). ADR 17 contains the
 * measurements.
 */
export const PICTURE = {
  bytes: MAX_PICTURE_BYTES,
  pixels: 40_000_000,
  /**
   * The shortest side in pixels. Any camera and any scan has more: a card that is scanned with 100 dpi has 212. On
   * fewer pixels, no document can be read.
   */
  shortestSide: 200,
  /**
   * The longest side in pixels, which is WebP's limit. Longer interlaced lines need several times the memory of their
   * pixels.
   */
  longestSide: 16_383,
  /**
   * Maximum memory for decoding, in bytes. It suffices for 40 megapixels of a camera's baseline JPEG, of PNG, and of
   * typical progressive JPEG (4:2:0), for 33 of WebP, and for 22 of interlaced PNG with alpha and of progressive JPEG
   * without subsampling.
   */
  memory: 160 * MB,
  /**
   * Maximum of pixels times scans for a JPEG that is not decoded line by line; typical files have ten scans. Each scan
   * covers the whole picture, so a file of 150 kB with 900 empty scans takes 21 s, and no time limit interrupts it.
   */
  scannedPixels: 400_000_000,
  /** Maximum number of compressed texts and profiles in a PNG. Each can decompress to 8 MB. */
  packedChunks: 20,
  /** Time limit for decoding, in seconds. */
  seconds: 10,
  side: PICTURE_SIDE,
  quality: 82,
} as const;

export type Picture =
  | { readonly kind: "ok"; readonly jpeg: Buffer }
  | { readonly kind: "notAPicture" | "heic" | "damaged" | "tooLarge" | "tooSmall" }
  /** Decoding exceeded the time limit. On a busy machine, that can happen with any picture. */
  | { readonly kind: "busy" };

/**
 * Decodes a picture according to its content and re-encodes it as JPEG: upright, reduced, and without metadata or other
 * embedded data. Run it for one picture at a time, because the limits apply to a single picture.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const format = formatOf(bytes);
  if (isHeic(bytes)) return { kind: "heic" };
  if (!format || (format === "png" && packedChunks(bytes) > PICTURE.packedChunks)) return { kind: "notAPicture" };
  const sharp = await loadDecoder();
  const picture = format === "jpeg" ? wholeJpeg(bytes) : { bytes, ended: true };
  // Errors of the decoder at this point mean that the picture is invalid.
  const refusal = await refusalByHeader(sharp, format, picture.bytes).catch(() => ({ kind: "notAPicture" }) as const);
  if (refusal) return refusal;
  try {
    return { kind: "ok", jpeg: await encode(sharp, picture) };
  } catch (error) {
    return { kind: failureOf(error) };
  }
}

/** Returns what a decoder error says about the picture. sharp reports a timeout as "timeout: 45% complete". */
export function failureOf(error: unknown): "busy" | "damaged" {
  return error instanceof Error && error.message.startsWith("timeout:") ? "busy" : "damaged";
}

async function refusalByHeader(sharp: typeof Sharp, format: PictureFormat, bytes: Buffer): Promise<Picture | null> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) return { kind: "notAPicture" };
  const { width, height } = header;
  if (Math.min(width, height) < PICTURE.shortestSide) return { kind: "tooSmall" };
  const scanned = format === "jpeg" ? width * height * layoutOf(bytes).scans : 0;
  const tooLarge =
    width * height > PICTURE.pixels ||
    Math.max(width, height) > PICTURE.longestSide ||
    memoryFor(format, bytes, header) > PICTURE.memory ||
    scanned > PICTURE.scannedPixels;
  return tooLarge ? { kind: "tooLarge" } : null;
}

/** Re-encodes a picture. If the original had no end marker, missing data is only a warning for the decoder. */
function encode(sharp: typeof Sharp, { bytes, ended }: WholeJpeg): Promise<Buffer> {
  const failOn = ended ? "error" : "warning";
  return sharp(bytes, { limitInputPixels: PICTURE.pixels, failOn, sequentialRead: true })
    .timeout({ seconds: PICTURE.seconds })
    .autoOrient()
    .resize({ width: PICTURE.side, height: PICTURE.side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: PICTURE.quality, optimiseCoding: false })
    .toBuffer();
}

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

/** Limits of an uploaded picture, and side length and quality of the stored one (decisions 5); ADR 17 has the measurements. */
export const PICTURE = {
  bytes: MAX_PICTURE_BYTES,
  pixels: 40_000_000,
  /** The longest side in pixels, as WebP has it. Interlaced lines that are longer take several times the memory of their pixels. */
  longestSide: 16_383,
  /**
   * The memory in bytes that decoding may take: 40 megapixels of a camera's baseline JPEG, of PNG, and of the usual progressive JPEG
   * (4:2:0); 33 of WebP; 22 of interlaced PNG with alpha and of progressive JPEG without subsampling.
   */
  memory: 160 * MB,
  /**
   * Pixels times scans of a JPEG that is not decoded line by line; usual ones have ten scans. Each goes through the whole picture, so a
   * file of 150 kB with 900 empty ones takes 21 s, and no time limit interrupts it.
   */
  scannedPixels: 400_000_000,
  /** Packed texts and profiles of a PNG; each unpacks to 8 MB at most. */
  packedChunks: 20,
  /** Seconds after which decoding is given up. */
  seconds: 10,
  side: PICTURE_SIDE,
  quality: 82,
} as const;

export type Picture =
  | { readonly kind: "ok"; readonly jpeg: Buffer }
  | { readonly kind: "notAPicture" | "heic" | "damaged" | "tooLarge" }
  /** It took longer than a picture may: on a busy machine any picture does. */
  | { readonly kind: "busy" };

/**
 * Decodes a picture by its content and re-encodes it as JPEG: upright, reduced, and without metadata or other embedded
 * data. One at a time: the limits are those of a single picture.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  const format = formatOf(bytes);
  if (isHeic(bytes)) return { kind: "heic" };
  if (!format || (format === "png" && packedChunks(bytes) > PICTURE.packedChunks)) return { kind: "notAPicture" };
  const sharp = await loadDecoder();
  const picture = format === "jpeg" ? wholeJpeg(bytes) : { bytes, ended: true };
  // Whatever the decoder throws is the picture's fault.
  const refusal = await refusalByHeader(sharp, format, picture.bytes).catch(() => ({ kind: "notAPicture" }) as const);
  if (refusal) return refusal;
  try {
    return { kind: "ok", jpeg: await encode(sharp, picture) };
  } catch (error) {
    return { kind: failureOf(error) };
  }
}

/**
 * What an error of the decoder says about a picture. sharp ends one that takes too long with "timeout: 45% complete".
 */
export function failureOf(error: unknown): "busy" | "damaged" {
  return error instanceof Error && error.message.startsWith("timeout:") ? "busy" : "damaged";
}

async function refusalByHeader(sharp: typeof Sharp, format: PictureFormat, bytes: Buffer): Promise<Picture | null> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) return { kind: "notAPicture" };
  const { width, height } = header;
  const scanned = format === "jpeg" ? width * height * layoutOf(bytes).scans : 0;
  const tooLarge =
    width * height > PICTURE.pixels ||
    Math.max(width, height) > PICTURE.longestSide ||
    memoryFor(format, bytes, header) > PICTURE.memory ||
    scanned > PICTURE.scannedPixels;
  return tooLarge ? { kind: "tooLarge" } : null;
}

/** Without an end of its own, a picture of which a part is missing shows it by a warning alone. */
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

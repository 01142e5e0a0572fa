import type Sharp from "sharp";
import { MAX_PICTURE_BYTES, PICTURE_SIDE } from "#core/picture.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import { createRoom, type Room } from "#server/platform/room.ts";
import { formatOf, memoryFor, type PictureFormat } from "./header.ts";
import { layoutOf } from "./jpeg.ts";

const MB = 1024 * 1024;

/** Limits of an uploaded picture, and side length and quality of the stored one (decisions 5); ADR 17 has the measurements. */
export const PICTURE = {
  bytes: MAX_PICTURE_BYTES,
  pixels: 40_000_000,
  /** The longest side in pixels, as WebP has it. Interlaced lines that are longer take several times the memory of their pixels. */
  longestSide: 16_383,
  /** The memory in bytes that decoding may take: enough for 40 megapixels of the usual kinds. */
  memory: 192 * MB,
  /**
   * Scans of a JPEG that is not decoded line by line; usual ones have ten. Each scan goes through the whole picture, so a file of 150 kB
   * with 900 empty ones takes 21 s, and no time limit interrupts it.
   */
  scans: 64,
  /** Seconds after which decoding is given up. */
  seconds: 10,
  side: PICTURE_SIDE,
  quality: 82,
} as const;

export type Picture =
  | { readonly kind: "ok"; readonly jpeg: Buffer }
  | { readonly kind: "notAPicture" }
  | { readonly kind: "tooLarge" }
  /** Too many other pictures are being decoded. */
  | { readonly kind: "busy" };

/** The memory for decoding, in bytes: for one of the largest pictures, or two others. The rest waits, as many as there are bodies. */
export function createDecodingRoom(): Room {
  return createRoom({ size: PICTURE.memory, share: PICTURE.memory, waitMs: 20_000, maxWaiting: 1000 });
}

/** What every picture takes of the room at least, so that two are decoded at once and the other threads stay for logins and files. */
const LEAST_MEMORY = PICTURE.memory / 2;

/**
 * Decodes a picture by its content and re-encodes it as JPEG: upright, reduced, and without metadata or other embedded
 * data.
 */
export async function readPicture(bytes: Buffer, room: Room): Promise<Picture> {
  const format = formatOf(bytes);
  if (!format) return { kind: "notAPicture" };
  const sharp = await loadDecoder();
  // Reading a header unpacks embedded texts and profiles, so it takes its place in the room as well.
  const needed = await within(room, LEAST_MEMORY, () => memoryNeeded(sharp, format, bytes));
  if (typeof needed === "object") return needed;
  return within(room, Math.max(needed, LEAST_MEMORY), async () => ({ kind: "ok", jpeg: await encode(sharp, bytes) }));
}

/** Runs the decoder in the room. Whatever it throws is the picture's fault. */
async function within<T>(room: Room, memory: number, decode: () => Promise<T>): Promise<T | Picture> {
  const place = await room.enter(memory, "decoder");
  if (!place) return { kind: "busy" };
  try {
    return await decode();
  } catch {
    return { kind: "notAPicture" };
  } finally {
    place.release();
  }
}

async function memoryNeeded(sharp: typeof Sharp, format: PictureFormat, bytes: Buffer): Promise<number | Picture> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (header.format !== format) return { kind: "notAPicture" };
  const { width, height } = header;
  const memory = memoryFor(format, bytes, header);
  const tooLarge =
    width * height > PICTURE.pixels || Math.max(width, height) > PICTURE.longestSide || memory > PICTURE.memory;
  if (tooLarge) return { kind: "tooLarge" };
  return format === "jpeg" && layoutOf(bytes).scans > PICTURE.scans ? { kind: "notAPicture" } : memory;
}

function encode(sharp: typeof Sharp, bytes: Buffer): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: PICTURE.pixels, failOn: "error", sequentialRead: true })
    .timeout({ seconds: PICTURE.seconds })
    .autoOrient()
    .resize({ width: PICTURE.side, height: PICTURE.side, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: PICTURE.quality, optimiseCoding: false })
    .toBuffer();
}

import type Sharp from "sharp";
import { MAX_PICTURE_BYTES, PICTURE_SIDE } from "#core/picture.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import { createRoom, type Room } from "#server/platform/room.ts";
import { formatOf, memoryFor, packedChunks, type PictureFormat } from "./header.ts";
import { layoutOf } from "./jpeg.ts";

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
  | { readonly kind: "notAPicture" }
  | { readonly kind: "tooLarge" }
  /** Too many other pictures are being decoded. */
  | { readonly kind: "busy" };

/** What reading a header takes: it unpacks embedded profiles. */
const HEADER_MEMORY = 16 * MB;

/** The memory for decoding, in bytes: for one of the largest pictures, or two others, and for three headers meanwhile. */
export function createDecodingRoom(): Room {
  const size = PICTURE.memory + 3 * HEADER_MEMORY;
  return createRoom({ size, share: PICTURE.memory, waitMs: 20_000, maxWaiting: 1000 });
}

/** What every picture takes of the room at least, so that two are decoded at once and the other threads stay for logins and files. */
const LEAST_MEMORY = PICTURE.memory / 2;

/**
 * Decodes a picture by its content and re-encodes it as JPEG: upright, reduced, and without metadata or other embedded
 * data.
 */
export async function readPicture(bytes: Buffer, room: Room, holder: string): Promise<Picture> {
  const format = formatOf(bytes);
  if (!format) return { kind: "notAPicture" };
  const sharp = await loadDecoder();
  if (format === "png" && packedChunks(bytes) > PICTURE.packedChunks) return { kind: "notAPicture" };
  const needed = await within({ room, holder }, HEADER_MEMORY, () => memoryNeeded(sharp, format, bytes));
  if (typeof needed === "object") return needed;
  return within({ room, holder }, Math.max(needed, LEAST_MEMORY), async () => ({
    kind: "ok",
    jpeg: await encode(sharp, bytes),
  }));
}

type Turn = { readonly room: Room; readonly holder: string };

/** Runs the decoder in the room. Whatever it throws is the picture's fault. */
async function within<T>({ room, holder }: Turn, memory: number, decode: () => Promise<T>): Promise<T | Picture> {
  const place = await room.enter(memory, holder);
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
  const scanned = format === "jpeg" ? width * height * layoutOf(bytes).scans : 0;
  return scanned > PICTURE.scannedPixels ? { kind: "tooLarge" } : memory;
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

import type { Metadata } from "sharp";

/** The first bytes of each accepted format. Other content never reaches the decoder. */
const SIGNATURES = {
  jpeg: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  webp: (bytes: Buffer) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
} as const satisfies Record<string, (bytes: Buffer) => boolean>;

export type PictureFormat = keyof typeof SIGNATURES;

/** Returns the format that the first bytes indicate; null for any other content. */
export function formatOf(bytes: Buffer): PictureFormat | null {
  return (Object.keys(SIGNATURES) as PictureFormat[]).find((format) => SIGNATURES[format](bytes)) ?? null;
}

/**
 * Returns whether the picture is HEIC, the format of iPhones and some Android phones. The picture library does not
 * include the patented decoder for it.
 */
export const isHeic = (bytes: Buffer): boolean =>
  /^ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(bytes.toString("latin1", 4, 12));

const MB = 1024 * 1024;
/** Memory that decoding needs besides the picture itself, in bytes. */
const BASE = 32 * MB;

export type Header = Pick<Metadata, "width" | "height" | "channels" | "depth" | "isProgressive">;

/**
 * Returns the maximum memory for decoding, in bytes (measured, ADR 17). Baseline JPEG and PNG are decoded line by line.
 * Other formats are held whole: progressive JPEG as two-byte coefficients, interlaced PNG (with up to 1.4 times its
 * pixels) and WebP as pixels.
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

/** Counts the chunks of a PNG that contain a compressed text or profile. */
export function packedChunks(png: Buffer): number {
  let count = 0;
  // Each chunk: length, name, content, checksum.
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at))
    if (COMPRESSED.has(png.toString("latin1", at + 4, at + 8))) count += 1;
  return count;
}
const COMPRESSED: ReadonlySet<string> = new Set(["zTXt", "iTXt", "iCCP"]);

/** How libjpeg keeps a JPEG in memory while decoding it. */
export type JpegLayout = {
  /** Samples per pixel that are in memory at once; 0 if the picture is decoded line by line. */
  readonly heldPerPixel: number;
  /** Maximum number of times the whole picture is decoded; 1 if line by line. */
  readonly scans: number;
};

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/**
 * Whether a frame is sequential, with Huffman or arithmetic coding. Others are progressive, or not supported by
 * libjpeg.
 */
const isSequential = (marker: number) => [0xc0, 0xc1, 0xc9].includes(marker);

/**
 * Reads the markers up to the first scan. A sequential picture whose first scan has all components is decoded line by
 * line. Any other picture, and any that cannot be parsed here, counts as kept in memory as a whole, with the maximum
 * number of samples.
 */
export function layoutOf(jpeg: Buffer): JpegLayout {
  let frame: { readonly sequential: boolean; readonly components: number; readonly perPixel: number } | null = null;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (isFrame(marker)) frame = { sequential: isSequential(marker), ...samplesOf(jpeg.subarray(at + 4)) };
    if (marker !== START_OF_SCAN[1]) continue;
    if (frame?.sequential && jpeg[at + 4] === frame.components) return { heldPerPixel: 0, scans: 1 };
    break;
  }
  return { heldPerPixel: frame?.perPixel ?? MAX_SAMPLES, scans: countScans(jpeg) };
}

/** A JPEG without data after its end, such as a phone's video. `ended`: the original had an end marker. */
export type WholeJpeg = { readonly bytes: Buffer; readonly ended: boolean };

const END = Buffer.from([0xff, 0xd9]);
/** Stuffed bytes of coded data and restart markers have no payload. */
const hasNoPayload = (marker: number) => marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Cuts a JPEG after its end marker. Some phones omit the marker; it is then appended, because decoders treat its
 * absence as data loss.
 */
export function wholeJpeg(jpeg: Buffer): WholeJpeg {
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 1 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === END[1]) return { bytes: jpeg.subarray(0, at + END.length), ended: true };
    if (marker === 0xff) at += 1;
    else if (hasNoPayload(marker) || at + 4 > jpeg.length) at += 2;
    else at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return { bytes: Buffer.concat([jpeg, END]), ended: false };
}

const MAX_SAMPLES = 4;

/** Returns the number of components in a frame header and their total samples per pixel, such as 1.5 with 4:2:0. */
function samplesOf(header: Buffer): { components: number; perPixel: number } {
  const components = header[5] ?? 0;
  const factors = Array.from({ length: components }, (_, index) => header[7 + 3 * index] ?? 0x11);
  const across = factors.map((factor) => factor >> 4);
  const down = factors.map((factor) => factor & 15);
  const all = factors.reduce((sum, _, index) => sum + (across[index] ?? 0) * (down[index] ?? 0), 0);
  const perPixel = all / (Math.max(...across) * Math.max(...down));
  return { components, perPixel: Number.isFinite(perPixel) && perPixel > 0 ? perPixel : MAX_SAMPLES };
}

/**
 * Counts the scans. Coded data never contains the start marker, but embedded thumbnails can, so the result can be
 * slightly too high.
 */
function countScans(jpeg: Buffer): number {
  let count = 0;
  for (let at = jpeg.indexOf(START_OF_SCAN); at >= 0; at = jpeg.indexOf(START_OF_SCAN, at + 2)) count += 1;
  return count;
}

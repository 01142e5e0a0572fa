import type Sharp from "sharp";

/**
 * The libvips loaders allowed in this process. Uploaded pictures are only passed to the buffer loaders. The SVG loader
 * is for brand logos; it only reads files, and their paths never come from a request (ADR 17).
 */
const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadSvgFile",
] as const;

let decoder: Promise<typeof Sharp> | null = null;

/**
 * Loads the picture library when the first picture arrives, to save memory until then. Blocking loaders affects the
 * whole process and happens only once, because every other picture would be refused while it is in progress.
 */
export function loadDecoder(): Promise<typeof Sharp> {
  decoder ??= load();
  return decoder;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [...LOADERS] });
  // One thread per picture, so that a flood of pictures leaves processor time for the shop. Decoded pictures are not
  // cached.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

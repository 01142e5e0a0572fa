import type Sharp from "sharp";

/**
 * The loaders of libvips that are allowed in this process. An uploaded picture can only reach those for buffers. A
 * brand's logo can be an SVG, so that loader is allowed too, but only for files, whose paths never come from a request
 * (ADR 17).
 */
const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadSvgFile",
] as const;

let decoder: Promise<typeof Sharp> | null = null;

/**
 * The picture library, loaded with the first picture to save memory until then. Blocking loaders affects the whole
 * process and is done once, because every other picture would be refused while it is in progress.
 */
export function loadDecoder(): Promise<typeof Sharp> {
  decoder ??= load();
  return decoder;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [...LOADERS] });
  // One thread for each picture, so that a flood of them leaves processor time to the shop. Decoded pictures are not
  // cached.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

import type Sharp from "sharp";

/**
 * The loaders of libvips that may run in this process. Those for buffers are all that an uploaded picture can reach. A brand's
 * logo may be an SVG, so that loader exists too, but only for files, whose paths never come from a request (ADR 17).
 */
const LOADERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadSvgFile",
] as const;

let decoder: Promise<typeof Sharp> | null = null;

/**
 * The picture library, loaded with the first picture to save memory before. Blocking holds for the whole process and is done once:
 * while it is being done, every other picture would be refused.
 */
export function loadDecoder(): Promise<typeof Sharp> {
  decoder ??= load();
  return decoder;
}

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import("sharp");
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: [...LOADERS] });
  // One thread for each picture, so that a flood of them leaves the processor to the shop; and no decoded picture is kept.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

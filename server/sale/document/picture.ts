import { MAX_PICTURE_BYTES, PICTURE_SIDE } from "#core/picture.ts";

/** Limits of an uploaded picture, and side length and quality of the stored one (decisions 5). */
export const PICTURE = { bytes: MAX_PICTURE_BYTES, pixels: 40_000_000, side: PICTURE_SIDE, quality: 82 } as const;

const FORMATS: ReadonlySet<string> = new Set(["jpeg", "png", "webp"]);

export type Picture =
  | { readonly kind: "ok"; readonly jpeg: Buffer }
  | { readonly kind: "notAPicture" }
  | { readonly kind: "tooLarge" };

/**
 * Decodes a picture by its content and re-encodes it as JPEG: upright, reduced, and without metadata or other embedded
 * data.
 */
export async function readPicture(bytes: Buffer): Promise<Picture> {
  // Loaded with the first picture, to save memory before.
  const { default: sharp } = await import("sharp");
  const image = sharp(bytes, { limitInputPixels: PICTURE.pixels, failOn: "error", sequentialRead: true });
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (!format || !FORMATS.has(format)) return { kind: "notAPicture" };
    if (width * height > PICTURE.pixels) return { kind: "tooLarge" };
    const jpeg = await image
      .autoOrient()
      .resize({ width: PICTURE.side, height: PICTURE.side, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .jpeg({ quality: PICTURE.quality, optimiseCoding: false })
      .toBuffer();
    return { kind: "ok", jpeg };
  } catch {
    return { kind: "notAPicture" };
  }
}

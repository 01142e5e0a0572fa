// Runs in a separate worker, so that decoding and encoding never delay a press.
import { PICTURE_SIDE } from "#core/document/picture.ts";

/** JPEG quality from 0 to 1. Keeps a document's text readable, at a fraction of the camera's file size. */
const JPEG_QUALITY = 0.85;
/** A picture of up to this size, in bytes, is sent unchanged, if its sides are short enough too. */
const SMALL = 600_000;

onmessage = ({ data }: MessageEvent<Blob>) => {
  void shrink(data)
    .catch(() => data)
    .then((picture) => postMessage(picture));
};

/**
 * Formats that the server can decode. Any other format that this browser can decode, such as HEIC in Safari, is
 * converted to JPEG.
 */
const DECODED = ["image/jpeg", "image/png", "image/webp"];

/**
 * Returns the picture upright, as a JPEG with sides of at most `PICTURE_SIDE`. Returns the original if the server can
 * decode it and it is small, or if the JPEG would not be smaller. Rejects if the browser cannot decode it.
 */
async function shrink(original: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(original, { imageOrientation: "from-image" });
  const scale = Math.min(1, PICTURE_SIDE / Math.max(bitmap.width, bitmap.height));
  const isDecoded = DECODED.includes(original.type);
  if ((isDecoded && scale === 1 && original.size <= SMALL) || !keepsColours()) return original;
  const { canvas, context } = surface(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const jpeg = await canvas.convertToBlob({ type: "image/jpeg", quality: JPEG_QUALITY });
  return jpeg.size < original.size || !isDecoded ? jpeg : original;
}

/** Returns a canvas filled with a colour, because a JPEG has no transparency. */
function surface(width: number, height: number, colour = "#fff") {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("There is no canvas");
  context.fillStyle = colour;
  context.fillRect(0, 0, width, height);
  return { canvas, context };
}

/** Whether a canvas returns the pixels drawn on it. Browsers that resist fingerprinting return noise instead. */
function keepsColours(): boolean {
  const { context } = surface(16, 16, "#55aa33");
  return context.getImageData(0, 0, 16, 16).data.every((value, index) => value === [0x55, 0xaa, 0x33, 0xff][index % 4]);
}

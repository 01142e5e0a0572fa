import type { Sharp } from "sharp";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";

/** A greyscale picture with one byte per pixel; 0 is black. */
export type Grey = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Decodes a picture to greyscale. */
export async function decodeGrey(jpeg: Uint8Array): Promise<Grey> {
  const sharp = await loadDecoder();
  return shadesOf(sharp(jpeg));
}

/** Returns the picture, rotated clockwise. */
export async function turned(picture: Grey, degrees: 0 | 90 | 180 | 270): Promise<Grey> {
  return degrees === 0 ? picture : shadesOf((await toSharp(picture)).rotate(degrees));
}

/** Returns the picture, reduced to at most `side` pixels on its longest side. */
export async function shrunk(picture: Grey, side: number): Promise<Grey> {
  const resized = (await toSharp(picture)).resize({
    width: side,
    height: side,
    fit: "inside",
    withoutEnlargement: true,
  });
  return shadesOf(resized);
}

export async function blurred(picture: Grey, sigma: number): Promise<Grey> {
  return shadesOf((await toSharp(picture)).blur(sigma));
}

async function toSharp({ data, width, height }: Grey): Promise<Sharp> {
  const sharp = await loadDecoder();
  return sharp(data, { raw: { width, height, channels: 1 } });
}

async function shadesOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the shade at a point between pixels; white outside the picture. */
export function shadeAt({ data, width, height }: Grey, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255;
  const [right, down] = [x - left, y - top];
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - right) + (data[at + 1] ?? 0) * right;
  const lower = (data[at + width] ?? 0) * (1 - right) + (data[at + width + 1] ?? 0) * right;
  return upper * (1 - down) + lower * down;
}

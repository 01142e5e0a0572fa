import { loadDecoder } from "#server/platform/pictures/decoder.ts";

/** A picture in shades of grey, a byte for each pixel, 0 is black. */
export type Grey = { readonly data: Uint8Array; readonly width: number; readonly height: number };

/** Decodes a JPEG whose longest side gets at most `side` pixels, turned clockwise by so many degrees. */
export async function decodeGrey(jpeg: Uint8Array, side: number, turn: 0 | 90 | 180 | 270): Promise<Grey> {
  const sharp = await loadDecoder();
  const { data, info } = await sharp(jpeg)
    .greyscale()
    .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
    .rotate(turn)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function blurred({ data, width, height }: Grey, sigma: number): Promise<Grey> {
  const sharp = await loadDecoder();
  const blurry = sharp(data, { raw: { width, height, channels: 1 } })
    .blur(sigma)
    .extractChannel(0);
  return { data: await blurry.raw().toBuffer(), width, height };
}

/** The shade at a point between pixels; white outside of the picture. */
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

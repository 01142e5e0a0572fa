import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/**
 * Pictures that cost far more to decode than to send. All are generated here, so that the repository contains no large
 * files.
 */

const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: "#a84" }, limitInputPixels: false });

/** Returns 40 megapixels in one colour as progressive JPEG of half a megabyte: 250 MB of coefficients. */
export const progressiveJpeg = (width = 7300, height = 5479) =>
  flat(width, height).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer();

/** Returns 40 megapixels as baseline JPEG, as from a phone's camera. */
export const baselineJpeg = (width = 7300, height = 5479) => flat(width, height).jpeg().toBuffer();

/** Returns 40 megapixels of 16 bits with alpha, interlaced: 320 MB of pixels. */
export const interlacedPng = (width = 7300, height = 5479) =>
  flat(width, height, 4).toColourspace("rgb16").png({ progressive: true }).toBuffer();

/** Returns an SVG of a given size in bytes. */
export function svg(bytes: number): Buffer {
  const shape = '<path d="M0 0L9 9"/>';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${shape.repeat(bytes / shape.length)}</svg>`,
  );
}

const segment = (marker: number, content: readonly number[] | Buffer) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(content)]);
};

/**
 * Returns a valid grey JPEG with one scan for each coefficient and each of its bits: every scan goes through the whole
 * picture.
 */
export function jpegOfManyScans(scans: number, width = 7300, height = 5479): Buffer {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const zeros = (bits: number) => Buffer.alloc(Math.ceil(bits / 8));
  const scan = (from: number, to: number, high: number, low: number, data: Buffer) => [
    segment(0xda, [1, 1, 0x00, from, to, (high << 4) | low]),
    data,
  ];
  // One code of one bit each: no difference for DC, and the end of 16,384 blocks for AC.
  const tables = [segment(0xc4, [0x00, 1, ...zeros(120), 0]), segment(0xc4, [0x10, 1, ...zeros(120), 0xe0])];
  const empty = zeros(Math.ceil(blocks / 16384) * 15);
  const parts = [scan(0, 0, 0, 0, zeros(blocks))];
  for (let coefficient = 1; parts.length < scans; coefficient++) {
    parts.push(scan(coefficient, coefficient, 0, 13, empty));
    for (let bit = 13; bit > 0 && parts.length < scans; bit--)
      parts.push(scan(coefficient, coefficient, bit, bit - 1, empty));
  }
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]),
    ...tables,
    ...parts.flat(),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Returns a small JPEG with a number of profile segments of 64 kB before the picture. */
export async function jpegOfManySegments(kind: "exif" | "icc", count: number): Promise<Buffer> {
  const jpeg = await flat(200, 200).jpeg().toBuffer();
  const segments = Array.from({ length: count }, (_, index) =>
    kind === "icc"
      ? segment(
          0xe2,
          Buffer.concat([Buffer.from("ICC_PROFILE\0"), Buffer.from([index + 1, count]), Buffer.alloc(65_000)]),
        )
      : segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0II*\0\x08\0\0\0"), Buffer.alloc(65_000, 0xff)])),
  );
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

function chunk(type: string, content: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** Returns a small PNG with chunks that each unpack to a number of megabytes. */
export async function pngOfBombs(type: "zTXt" | "iCCP", megabytes: number, count = 1): Promise<Buffer> {
  const png = await flat(200, 200).png().toBuffer();
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024));
  const bomb = chunk(type, Buffer.concat([Buffer.from("Comment\0\0"), packed]));
  const afterHeader = 33;
  return Buffer.concat([
    png.subarray(0, afterHeader),
    ...Array.from({ length: count }, () => bomb),
    png.subarray(afterHeader),
  ]);
}

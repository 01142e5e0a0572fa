import { describe, expect, test } from "vitest";
import sharp from "sharp";
import { failureOf, PICTURE, readPicture } from "#server/sale/document/picture.ts";
import { layoutOf, wholeJpeg } from "#server/sale/document/header.ts";
import { loadDecoder } from "#server/platform/pictures/decoder.ts";
import {
  baselineJpeg,
  interlacedPng,
  jpegOfManyScans,
  jpegOfManySegments,
  pngOfBombs,
  progressiveJpeg,
  svg,
} from "../support/hostile-pictures.ts";
import { picture } from "../support/people.ts";

const read = readPicture;

/** Reads a picture and measures: the result, the ms, and the growth of the process in MB. */
/**
 * The most processor time that a rejection at its first bytes takes, in ms: decoding one of these pictures takes many
 * times as long, on any machine.
 */
const AT_ONCE_MS = 1500;

async function measured(bytes: Buffer) {
  const [began, before] = [process.cpuUsage(), process.memoryUsage.rss()];
  const { kind } = await read(bytes);
  const { user, system } = process.cpuUsage(began);
  return { kind, ms: (user + system) / 1000, mb: (process.memoryUsage.rss() - before) / 1024 / 1024 };
}

const small = { width: 40, height: 30 };
const gif = sharp({ create: { ...small, channels: 3, background: "#fff" } });
/** Real files, created before any loader is blocked. */
const files: Record<string, Buffer> = {
  GIF: await gif.gif().toBuffer(),
  TIFF: await gif.tiff().toBuffer(),
  AVIF: await gif.avif().toBuffer(),
  "an SVG of 9 MB": svg(9_000_000),
  PDF: Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
  "a PPM": Buffer.from("P6 1 1 255\n\0\0\0"),
  ImageMagick: Buffer.from(
    "push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 'https://x.example'\npop graphic-context",
  ),
  "a MIFF of ImageMagick": Buffer.from("id=ImageMagick\nrows=1 columns=1\n\f\n:\x1a\0\0\0"),
  HEIC: Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"),
  "a CSV": Buffer.from("1,2\n3,4\n"),
  text: Buffer.from("nothing"),
};

describe("formats", () => {
  test.each(Object.keys(files))("%s is rejected at once", async (name) => {
    const { kind, ms, mb } = await measured(files[name] as Buffer);
    expect(kind).toBe(name === "HEIC" ? "heic" : "notAPicture");
    expect(ms).toBeLessThan(AT_ONCE_MS);
    expect(mb).toBeLessThan(50);
  });

  test.each(["GIF", "TIFF", "AVIF", "an SVG of 9 MB"])("the decoder has no loader for %s", async (name) => {
    const decoder = await loadDecoder();
    await expect(decoder(files[name]).metadata()).rejects.toThrow(/unsupported image format/);
  });

  test.each(["GIF", "an SVG of 9 MB"])("%s behind the first bytes of a JPEG, PNG or WebP is rejected", async (name) => {
    for (const start of ["\xff\xd8\xff", "\x89PNG\r\n\x1a\n", "RIFF\0\0\0\0WEBP"])
      expect(await read(Buffer.concat([Buffer.from(start, "latin1"), files[name] as Buffer]))).toEqual({
        kind: "notAPicture",
      });
  });

  test("loaders are blocked once: during blocking, other pictures would be rejected", () => {
    expect(loadDecoder()).toBe(loadDecoder());
  });

  test("JPEG, PNG and WebP become a JPEG", async () => {
    const image = sharp({ create: { width: 400, height: 300, channels: 4, background: "#3d62f5" } });
    for (const bytes of [await image.jpeg().toBuffer(), await image.png().toBuffer(), await image.webp().toBuffer()])
      expect(await read(bytes)).toMatchObject({ kind: "ok", jpeg: expect.any(Buffer) });
  });
});

describe("pictures from phones", () => {
  test("are accepted without an end, and with a video behind it of any content", async () => {
    const image = sharp({ create: { width: 4032, height: 3024, channels: 3, background: "#3d62f5" } });
    const [plain, progressive] = await Promise.all([
      image.clone().jpeg().toBuffer(),
      image.clone().jpeg({ progressive: true }).toBuffer(),
    ]);
    const video = Buffer.alloc(4_000_000, Buffer.from([0x00, 0xff, 0xda]));
    for (const jpeg of [plain, progressive]) {
      expect(await read(jpeg.subarray(0, -2))).toMatchObject({ kind: "ok" });
      expect(await read(Buffer.concat([jpeg, video]))).toMatchObject({ kind: "ok" });
    }
  });

  test("are cut at their own end, not at that of a preview inside", () => {
    const segment = (marker: number, content: readonly number[]) => [0xff, marker, 0, content.length + 2, ...content];
    const preview = [0xff, 0xd8, 0xff, 0xd9];
    const coded = [0xff, 0xda, 0, 2, 1, 0xff, 0, 0xff, 0xd0, 2];
    const jpeg = Buffer.from([0xff, 0xd8, ...segment(0xe1, preview), ...coded, 0xff, 0xff, 0xd9]);
    expect(wholeJpeg(Buffer.concat([jpeg, Buffer.from(preview)]))).toEqual({ bytes: jpeg, ended: true });
    expect(wholeJpeg(jpeg.subarray(0, -3))).toEqual({
      bytes: Buffer.concat([jpeg.subarray(0, -3), Buffer.from([0xff, 0xd9])]),
      ended: false,
    });
  });

  test("40 megapixels as baseline JPEG are accepted and take little memory", async () => {
    const bytes = await baselineJpeg();
    const { kind, mb } = await measured(bytes);
    expect(kind).toBe("ok");
    expect(mb).toBeLessThan(100);
    expect(layoutOf(bytes)).toEqual({ heldPerPixel: 0, scans: 1 });
  });

  test("12 megapixels are accepted in every format", async () => {
    const image = sharp({ create: { width: 4032, height: 3024, channels: 3, background: "#3d62f5" } });
    const forms = [
      image.clone().jpeg({ progressive: true }),
      image.clone().png({ progressive: true }),
      image.clone().webp(),
    ];
    for (const form of forms) expect((await read(await form.toBuffer())).kind).toBe("ok");
  });

  test("40 megapixels are also accepted as progressive JPEG with 4:2:0", async () => {
    const image = sharp({ create: { width: 7300, height: 5479, channels: 3, background: "#3d62f5" } });
    expect((await read(await image.jpeg({ progressive: true }).toBuffer())).kind).toBe("ok");
  });

  test("the limits of pixels and sides are the documented ones", async () => {
    expect((await read(await baselineJpeg(8000, 5001))).kind).toBe("tooLarge");
    expect((await read(await baselineJpeg(PICTURE.longestSide + 1, 200))).kind).toBe("tooLarge");
    expect((await read(await baselineJpeg(PICTURE.longestSide, 200))).kind).toBe("ok");
  });

  test("one with fewer pixels than any camera or scan has is too small, in every format", async () => {
    const of = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#fff" } });
    const side = PICTURE.shortestSide;
    for (const [width, height] of [
      [1, 1],
      [side - 1, 4000],
      [4000, side - 1],
    ] as const) {
      const image = of(width, height);
      for (const form of [image.clone().jpeg(), image.clone().png(), image.clone().webp()])
        expect(await read(await form.toBuffer())).toEqual({ kind: "tooSmall" });
    }
    expect((await read(await of(side, side).png().toBuffer())).kind).toBe("ok");
  });
});

describe("bombs", () => {
  test("a picture that must be held in memory as a whole and is too large is rejected by its header", async () => {
    for (const bytes of [await progressiveJpeg(), await interlacedPng()]) {
      const { kind, ms, mb } = await measured(bytes);
      expect(kind).toBe("tooLarge");
      expect(ms).toBeLessThan(AT_ONCE_MS);
      expect(mb).toBeLessThan(60);
    }
  });

  test("a JPEG that claims to be baseline but has a scan for each component counts as held as a whole", async () => {
    const jpeg = await baselineJpeg(64, 64);
    const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
    const alone = Buffer.from(jpeg);
    alone[scan + 4] = 1;
    expect(layoutOf(jpeg).heldPerPixel).toBe(0);
    expect(layoutOf(alone).heldPerPixel).toBe(1.5);
    expect(layoutOf(Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x00])).heldPerPixel).toBe(4);
  });

  test("a JPEG of hundreds of scans is rejected before it is decoded", async () => {
    const { kind, ms } = await measured(jpegOfManyScans(883));
    expect(kind).toBe("tooLarge");
    expect(ms).toBeLessThan(AT_ONCE_MS);
    expect((await read(jpegOfManyScans(10))).kind).toBe("ok");
    expect((await read(jpegOfManyScans(11))).kind).toBe("tooLarge");
  });

  test.each([
    ["a zTXt chunk of 900 MB", () => pngOfBombs("zTXt", 900)],
    ["an iCCP chunk of 900 MB", () => pngOfBombs("iCCP", 900)],
    ["20 zTXt chunks of 7 MB", () => pngOfBombs("zTXt", 7, 20)],
    ["9 MB of EXIF", () => jpegOfManySegments("exif", 140)],
    ["9 MB of ICC profile", () => jpegOfManySegments("icc", 140)],
  ])("%s is not unpacked into memory", async (_name, make) => {
    const { kind, ms, mb } = await measured(await make());
    expect(["ok", "notAPicture", "damaged"]).toContain(kind);
    expect(ms).toBeLessThan(10 * AT_ONCE_MS);
    expect(mb).toBeLessThan(100);
  });

  test("a PNG of many packed texts is rejected before they are unpacked", async () => {
    const { kind, ms } = await measured(await pngOfBombs("zTXt", 7, PICTURE.packedChunks + 1));
    expect(kind).toBe("notAPicture");
    expect(ms).toBeLessThan(AT_ONCE_MS);
  });

  test("a truncated picture is rejected as damaged, also one that lost little more than its end", async () => {
    const whole = Buffer.from(await (await picture(2000, 1500)).arrayBuffer());
    for (const length of [whole.length / 2, whole.length - 2000])
      expect((await read(whole.subarray(0, length))).kind).toBe("damaged");
  });
});

test("a picture whose decoding takes too long is not called damaged: the machine might be busy", () => {
  const timeout = new Error('timeout: 1% complete\nVipsImage: killed for image "temp-33"');
  expect(failureOf(timeout)).toBe("busy");
  expect(failureOf(new Error("VipsJpeg: premature end of JPEG image"))).toBe("damaged");
});

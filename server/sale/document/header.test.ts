import { expect, test } from "vitest";
import { memoryFor, type Header } from "./header.ts";

const MB = 1024 * 1024;
const header = (side: number): Header => ({
  width: side,
  height: side,
  channels: 3,
  depth: "uchar",
  isProgressive: true,
});

test("decoding counts what the decoder itself needs, and the pixels of a picture that is held whole (ADR 17)", () => {
  for (const format of ["png", "webp"] as const) {
    const [tiny, large] = [
      memoryFor(format, Buffer.alloc(0), header(1)),
      memoryFor(format, Buffer.alloc(0), header(4000)),
    ];
    expect(tiny / MB).toBeCloseTo(32, 0);
    expect(large - tiny).toBeGreaterThan(3 * 4000 * 3999);
  }
});

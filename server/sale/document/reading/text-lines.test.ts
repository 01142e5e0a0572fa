import { describe, expect, test } from "vitest";
import type { Mark } from "./marks.ts";
import { textLinesOf } from "./text-lines.ts";

/** The height of a character, in pixels. */
const HEIGHT = 20;

/** Returns a row of characters that begins at `from`, in heights from the left. */
const row = (count: number, from: number): Mark[] =>
  Array.from({ length: count }, (_, at) => ({ x: (from + 0.8 * at) * HEIGHT, y: 100, width: 12, height: HEIGHT }));

describe("a line of a zone", () => {
  test.each([10, 7, 13])("that a finger interrupts is one line: %i of 20 marks before the finger", (before) => {
    const [after, from] = [20 - before, 0.8 * before + 12];
    const [line, ...others] = textLinesOf([...row(before, 0), ...row(after, from)]);
    expect(others).toEqual([]);
    expect(line?.marks).toHaveLength(20);
    expect(line).toMatchObject({ slope: 0, offset: 100, from: 0, to: (from + 0.8 * (after - 1)) * HEIGHT });
  });

  test("is not joined with text that is far away, larger, or on another line", () => {
    const far = row(10, 30);
    const larger = row(10, 20).map((mark) => ({ ...mark, height: 2 * HEIGHT }));
    const lower = row(10, 20).map((mark) => ({ ...mark, y: 100 + HEIGHT }));
    for (const other of [far, larger, lower]) expect(textLinesOf([...row(10, 0), ...other])).toEqual([]);
  });
});

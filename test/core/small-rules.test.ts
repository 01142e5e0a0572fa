import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BoxCode } from "#core/catalogue/codes.ts";
import { MAX_PICTURE_BYTES } from "#core/document/picture.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";
import { toggleBox } from "#core/checkout-record/set-top-boxes.ts";

describe("set-top boxes", () => {
  test("no sequence of clicks leaves STB2 without STB1, or removes an included box", () => {
    const clicks = fc.array(fc.tuple(fc.constantFrom("STB1", "STB2"), fc.boolean()));
    fc.assert(
      fc.property(clicks, fc.boolean(), (sequence, prepaid) => {
        const included = prepaid ? (["STB1"] as const) : [];
        let boxes: ReturnType<typeof toggleBox> = [...included];
        for (const [box, on] of sequence) boxes = toggleBox(boxes, box, on, included);
        expect(boxes.includes("STB2") && !boxes.includes("STB1")).toBe(false);
        if (prepaid) expect(boxes).toContain("STB1");
      }),
    );
  });

  type Click = [before: BoxCode[], box: BoxCode, on: boolean, included: BoxCode[], after: BoxCode[]];
  test.each<Click>([
    [[], "STB1", true, [], ["STB1"]],
    [["STB1"], "STB2", true, [], ["STB1", "STB2"]],
    [["STB2", "STB1"], "STB2", false, [], ["STB1"]],
    [["STB1"], "STB1", false, [], []],
    [["STB1"], "STB1", true, [], ["STB1"]],
    [["STB1", "STB2"], "STB1", false, [], ["STB1", "STB2"]],
    [["STB2", "STB1"], "STB1", false, [], ["STB1", "STB2"]],
    [[], "STB2", true, [], []],
    [["STB1"], "STB1", false, ["STB1"], ["STB1"]],
    [["STB1"], "STB2", true, ["STB1"], ["STB1", "STB2"]],
    [["STB1", "STB2"], "STB2", false, ["STB1"], ["STB1"]],
    [["STB2", "STB1"], "STB2", false, ["STB1", "STB2"], ["STB1", "STB2"]],
  ])("%j, then %s is ticked: %s, with %j included: %j", (before, box, on, included, after) => {
    expect(toggleBox(before, box, on, included)).toEqual(after);
  });

  test("nothing is included by default", () => {
    expect(toggleBox(["STB1"], "STB1", false)).toEqual([]);
  });
});

test.each([
  [null, false],
  [{}, false],
  [{ contracts: [] }, false],
  [{ contracts: [{ contractType: "Private" }] }, false],
  [{ contracts: [{ contractType: "Business" }] }, true],
  [{ contracts: [{ contractType: "Private" }, { contractType: "Business" }] }, false],
])("the first contract decides who is a business customer: %j: %s", (profile, business) => {
  expect(isBusiness(profile)).toBe(business);
});

test("a picture has at most 10 MB (specification 5)", () => expect(MAX_PICTURE_BYTES).toBe(10_485_760));

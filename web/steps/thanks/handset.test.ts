import { expect, test } from "vitest";
import { handsetOf } from "./handset.ts";

test.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)", true, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", true, "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", false, null],
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9)", true, "android"],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64)", true, null],
])("%s, coarse pointer: %s, is %s", (userAgent, coarse, handset) => {
  expect(handsetOf(userAgent, coarse)).toBe(handset);
});

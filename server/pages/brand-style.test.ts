import { expect, test } from "vitest";
import { brandStyle } from "./brand-style.ts";

const colours = { brand: "#123", brand2: "#234", action: "#345", actionDark: "#012", accent: "#456" };
const styleOf = (dark: "off" | "on" | "auto", scheme: "light" | "dark" | null) => {
  const style = brandStyle({ colours, corners: "round", dark } as Parameters<typeof brandStyle>[0], scheme);
  if (style.includes("@media(prefers-color-scheme:dark)")) return "either";
  return style.includes("color-scheme:dark") ? "dark" : "light";
};

test("a host chooses the colours of a brand that has both, and of no other", () => {
  expect(([null, "light", "dark"] as const).map((scheme) => styleOf("auto", scheme))).toEqual([
    "either",
    "light",
    "dark",
  ]);
  expect(([null, "light", "dark"] as const).map((scheme) => styleOf("off", scheme))).toEqual([
    "light",
    "light",
    "light",
  ]);
  expect(([null, "light", "dark"] as const).map((scheme) => styleOf("on", scheme))).toEqual(["dark", "dark", "dark"]);
});

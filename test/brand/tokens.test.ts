import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, type Hex } from "#server/shop/brand/contrast.ts";
import { readBrand, type Brand } from "#server/shop/brand/brand.ts";

// Every pair of colours that occurs on a page, for each brand and in both modes, read from the style sheets.

const LIGHT = declarationsIn("web/styles/tokens.css");
const DARK = declarationsIn("server/pages/dark.css");
const BRANDS = ["alpenfon", "lumen"];

/** [foreground, background, minimum contrast]: 4.5 for text, 3 for borders of controls (WCAG 2.2, 1.4.3 and 1.4.11). */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...["paper", "mist", "wash", "chosen", "stage-2"].flatMap((ground) => [
    ["ink", ground, 4.5] as const,
    ["ink-2", ground, 4.5] as const,
    ["brand-2", ground, 4.5] as const,
  ]),
  ...["paper", "mist", "chosen"].map((ground) => ["ink-3", ground, 4.5] as const),
  ["paper", "brand-2", 4.5],
  ["ink-2", "off", 4.5],
  ["on-brand", "brand", 4.5],
  ["on-brand-2", "brand", 4.5],
  ["danger", "danger-wash", 4.5],
  ["danger", "paper", 4.5],
  ["good", "good-wash", 4.5],
  ["good", "paper", 4.5],
  ["warn", "warn-wash", 4.5],
  ["on-warn-wash", "warn-wash", 4.5],
  ["field-line", "paper", 3],
  ["field-line", "chosen", 3],
];

/**
 * Returns the foreground and background of a rule in a style sheet; `ground` is the background if another rule sets it.
 */
function pairIn(file: string, selector: string, ground?: string): readonly [string, string, number] {
  const text = readFileSync(file, "utf8");
  const start = text.indexOf(`${selector} {`);
  const rule = text.slice(text.indexOf("{", start) + 1, text.indexOf("}", start));
  const of = (property: string) => new RegExp(`(?:^|;)\\s*${property}: var\\(--([\\w-]+)\\)`).exec(rule)?.[1] ?? "";
  return [of("color"), ground ?? of("background"), 4.5];
}

const WAITING_BUTTON = "button[data-waits]";
const MUTED_BUTTON = 'button[aria-disabled="true"]';
/** Buttons that look disabled or wait for something, and the content of a chosen card. */
const RULES = [
  pairIn("web/kit/Button.module.css", MUTED_BUTTON),
  pairIn("web/kit/Button.module.css", WAITING_BUTTON, "paper"),
  pairIn("web/checkout/summary/OrderSummary.module.css", WAITING_BUTTON, "brand"),
  pairIn("web/kit/IconChoice.module.css", ".card:has(:checked) .icon"),
  pairIn("web/kit/choice.module.css", ".card input + svg", "brand-2"),
];

function declarationsIn(file: string): Readonly<Record<string, string>> {
  const text = readFileSync(file, "utf8").replaceAll(/\/\*.*?\*\//gs, "");
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function tokensOf({ colours }: Brand, dark: boolean): (name: string) => Hex {
  const own = {
    brand: colours.brand,
    "brand-2": colours.brand2,
    "own-brand-2": colours.brand2,
    action: colours.action,
    "action-2": colours.actionDark,
    accent: colours.accent,
  };
  const values: Readonly<Record<string, string>> = { ...LIGHT, ...own, ...(dark && DARK) };
  const resolve = (value: string): Hex => {
    const text = value.trim();
    const short = /^#(\w)(\w)(\w)$/.exec(text);
    if (short)
      return `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join("")}`;
    if (/^#\w{6}$/.test(text)) return text;
    const named = /^var\(--([\w-]+)\)$/.exec(text)?.[1];
    if (named !== undefined) return resolve(values[named] ?? "");
    const mix = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(text);
    if (!mix) throw new Error(`"${text}" is no colour`);
    return mixed(resolve(mix[1] ?? ""), Number(mix[2]) / 100, resolve(mix[3] ?? ""));
  };
  return (name) => resolve(`var(--${name})`);
}

function mixed(one: Hex, share: number, other: Hex): Hex {
  const at = (colour: Hex, index: number) => Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const channel = (index: number) => Math.round(at(one, index) * share + at(other, index) * (1 - share));
  return `#${[0, 1, 2].map((index) => channel(index).toString(16).padStart(2, "0")).join("")}`;
}

describe.each(BRANDS.flatMap((name) => [false, true].map((dark) => ({ name, dark, mode: dark ? "dark" : "light" }))))(
  "$name, $mode",
  async ({ name, dark }) => {
    const token = tokensOf(await readBrand(`brands/${name}/brand.json`), dark);
    test.each([...PAIRS, ...RULES])("%s is readable on %s", (front, ground, least) => {
      expect(contrast(token(front), token(ground))).toBeGreaterThanOrEqual(least);
    });
  },
);

test("the first brand's colours appear in no style or drawing of the shop", () => {
  const files = [
    "web/art/Phone.tsx",
    "web/art/Foldable.tsx",
    "web/art/Television.tsx",
    "web/shop/home/Hero.module.css",
  ];
  for (const file of files) expect(readFileSync(file, "utf8")).not.toMatch(/#0a1a3f|#0b1f5c|#16318c|#6d8bff|10 26 63/i);
});

import { toChf, type Chf } from "#core/money/money.ts";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { createTranslator } from "use-intl/core";
import { describe, expect, test } from "vitest";
import { LANGUAGE_TAG, LOCALES, type Locale } from "#core/text/locale.ts";
import { chf } from "#web/money/amounts.ts";
import type { Lines } from "#web/checkout/summary/lines.ts";
import { priceCaption } from "./price-words.ts";

type Translate = Parameters<typeof priceCaption>[3];
const read = (locale: Locale, name: string): unknown =>
  JSON.parse(readFileSync(`locales/${locale}/${name}.json`, "utf8"));
const translators = new Map(
  LOCALES.map((locale) => {
    const messages = { checkout: read(locale, "checkout"), common: read(locale, "common") };
    return [locale, createTranslator({ locale: LANGUAGE_TAG[locale], messages }) as unknown as Translate];
  }),
);
const textIn = (locale: Locale) => translators.get(locale) as Translate;

type Promotion = { readonly after: Chf; readonly months: number | null };
const linesOf = (binding: number | undefined, promotion?: Promotion, tv = false): Lines =>
  ({
    tariff: { binding, ...(tv && { tvDuration: binding }), ...(promotion && { promotion }) },
    tv,
  }) as unknown as Lines;
/** Returns the numbers in a text. */
const numbersIn = (text: string) => new Set(text.match(/\d+(?:\.\d+)?/g));

const months = fc.integer({ min: 2, max: 36 });
const promotion = fc.record({
  after: fc.integer({ min: 100, max: 20_000 }).map(toChf),
  months: fc.option(months),
});

describe.each(LOCALES)("the text next to a price in %s", (locale) => {
  const t = textIn(locale);
  const both = (lines: Lines) => (["A", "B"] as const).map((arm) => priceCaption(lines, true, arm, t));

  test("states the period, the term and the later price, with the same numbers in both arms", () => {
    fc.assert(
      fc.property(fc.option(months), fc.option(promotion), (binding, promo) => {
        const facts = [
          ...(binding === null ? [] : [binding]),
          ...(promo?.months ? [promo.months, chf(promo.after).replace(/[^\d.]|\.–/g, "")] : []),
        ];
        for (const text of both(linesOf(binding ?? undefined, promo ?? undefined))) {
          expect(text.startsWith(t("common.price.month"))).toBe(true);
          expect(numbersIn(text)).toEqual(new Set(facts.map(String)));
        }
      }),
    );
  });

  test("differs between the arms if it states more than the period", () => {
    for (const lines of [
      linesOf(24),
      linesOf(24, { after: toChf(5990), months: 24 }),
      linesOf(24, { after: toChf(5990), months: 6 }),
    ])
      expect(new Set(both(lines)).size).toBe(2);
    expect(new Set(both(linesOf(1))).size).toBe(1);
  });

  test("is the same in both arms for TV", () => {
    expect(new Set(both(linesOf(24, undefined, true))).size).toBe(1);
  });
});

test("the text is unchanged in arm A, and a sentence in arm B", () => {
  const words = (arm: "A" | "B", ...lines: Parameters<typeof linesOf>) =>
    priceCaption(linesOf(...lines), true, arm, textIn("de"));
  expect(words("A", 24)).toBe("pro Monat, 24 Monate");
  expect(words("A", 24, { after: toChf(5990), months: 24 })).toBe("pro Monat, 24 Monate, danach CHF\u00a059.90");
  expect(words("A", 24, { after: toChf(5990), months: 6 })).toBe(
    "pro Monat, 24 Monate · 6 Monate, danach CHF\u00a059.90",
  );
  expect(words("A", 1)).toBe("pro Monat");
  expect(words("B", 24)).toBe("pro Monat. Mindestlaufzeit 24 Monate.");
  expect(words("B", 24, { after: toChf(5990), months: 24 })).toBe(
    "pro Monat für 24 Monate, danach CHF\u00a059.90 pro Monat. Mindestlaufzeit 24 Monate.",
  );
  expect(words("B", 1, { after: toChf(5990), months: 6 })).toBe(
    "pro Monat für 6 Monate, danach CHF\u00a059.90 pro Monat.",
  );
});

test("a price paid in advance states its months", () => {
  expect(priceCaption(linesOf(12, undefined, true), false, "A", textIn("de"))).toBe("für 12 Monate");
});

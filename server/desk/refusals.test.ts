import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SHOP_FAILURES } from "#contract/failures.ts";
import { REMARKS } from "#core/steps/call-detail.ts";
import { LOCALES } from "#core/text/locale.ts";
import { refusedBy } from "./refusals.ts";

const rules = [...new Set([...SHOP_FAILURES, ...Object.keys(REMARKS)])];

describe.each(LOCALES)("in %s", (locale) => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/desk/orders.json`, "utf8")) as {
    readonly refusals: Readonly<Record<string, string>>;
  };

  test.each(rules)("%s has a sentence", (rule) => {
    const sentence = refusedBy(rule, locale).said ?? texts.refusals[rule] ?? "";
    expect(sentence).toMatch(/^\p{Lu}.{8,}\.$/u);
    // No placeholder is left.
    expect(sentence).not.toMatch(/[{}]|: *\.?$/);
  });
});

test("a rule of another version of Kasse is shown by its name only", () => {
  expect(refusedBy("ofTomorrow", "de")).toEqual({ rule: "ofTomorrow", said: null });
});

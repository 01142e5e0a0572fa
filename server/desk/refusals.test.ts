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
    // Nothing is left to be filled in.
    expect(sentence).not.toMatch(/[{}]|: *\.?$/);
  });
});

test("a rule of another version is shown by its name alone", () => {
  expect(refusedBy("ofTomorrow", "de")).toEqual({ rule: "ofTomorrow", said: null });
});

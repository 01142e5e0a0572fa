import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LOCALES } from "#core/text/locale.ts";
import { STEPS } from "#core/steps/steps.ts";

type Texts = { readonly [key: string]: string | Texts };

const textOf = (file: string, locale: string, key: string): string => {
  const texts = JSON.parse(readFileSync(`locales/${locale}/${file}.json`, "utf8")) as Texts;
  const found = key
    .split(".")
    .reduce<string | Texts>((at, part) => (typeof at === "string" ? at : (at[part] ?? "")), texts);
  return typeof found === "string" ? found : "";
};

/** People at the desk and shoppers on the phone must use the same name for a step. */
test.each(LOCALES)("desk and shop name the steps with the same words in %s", (locale) => {
  for (const step of STEPS)
    expect(textOf("desk/frame", locale, `steps.${step}`)).toBe(textOf("checkout", locale, `steps.${step}.title`));
});

/** The summary in the browser and the confirmation from the server must have the same wording. */
test.each(LOCALES)("summary and confirmation use the same words in %s", (locale) => {
  const summary = (key: string) => textOf("checkout", locale, key);
  const paper = (key: string) => textOf("server", locale, `agreement.${key}`);
  expect(paper("settlement.onBill")).toBe(summary("summary.onBill"));
  expect(paper("note.activationBill")).toBe(
    summary("summary.activationOnBill").replace("{amount}", "CHF\u00a0{amount}"),
  );
  expect(paper("note.levy")).toBe(summary("summary.levyOnBill").replace("{amount}", "CHF\u00a0{amount}"));
  expect(paper("note.binding").replace(/\{months, plural.*\}\}/, "{months}")).toBe(summary("minimumTerm"));
  expect(paper("monthly")).toBe(summary("summary.monthly"));
  expect(paper("once")).toBe(summary("summary.once"));
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CATALOGUE_FILES } from "#server/shop/catalogue/file-schema.ts";
import { catalogueJsonSchema } from "#server/shop/catalogue/json-schema.ts";
import { checkContents } from "#server/shop/catalogue/problems.ts";
import { filesOf } from "#server/shop/catalogue/files.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { textsKind } from "#server/desk/publishing/texts-kind.ts";
import { LOCALES } from "#core/text/locale.ts";
import { demoCatalogue } from "../../../test/support/demo-catalogue.ts";
import { readFileSync } from "node:fs";
import { emptyOf, fieldOf, type Schema } from "./schema.ts";
import { moved, valueAt, withValue, without } from "./form-context.ts";

const TEXT_SCHEMAS = Object.values(textsKind({} as Brand).schemas()) as readonly Schema[];
const schemaOf = (file: (typeof CATALOGUE_FILES)[number]) => catalogueJsonSchema(file) as Schema;

/** Returns all fields of a schema with their names, including those in lists and groups. */
function everyField(name: string, schema: Schema): readonly (readonly [string, ReturnType<typeof fieldOf>])[] {
  const field = fieldOf(name, schema);
  const inner =
    field.kind === "group"
      ? field.fields.flatMap((each) => everyField(each.name, each.schema))
      : field.kind === "list"
        ? everyField("", field.item)
        : [];
  return [[name, field], ...inner];
}

describe("the fields of the catalogue's schemas", () => {
  test("have the expected kinds: texts in every language, amounts, days, choices", () => {
    const kinds = new Map(
      CATALOGUE_FILES.toReversed()
        .flatMap((file) => everyField("", schemaOf(file)))
        .map(([name, field]) => [name, field.kind]),
    );
    expect(Object.fromEntries(kinds)).toMatchObject({
      summary: "localText",
      screen: "textOrLocal",
      features: "list",
      price: "amount",
      actionMonths: "whole",
      from: "day",
      kind: "choice",
      includedBoxes: "choices",
      postpaid: "yesNo",
      name: "text",
      activation: "group",
    });
  });

  test("have a label in every language, and their choices too", () => {
    const all = [...CATALOGUE_FILES.map(schemaOf), ...TEXT_SCHEMAS].flatMap((schema) => everyField("", schema));
    const names = new Set(all.map(([name]) => name).filter(Boolean));
    const choices = all.flatMap(([name, field]) =>
      "options" in field ? field.options.map((option) => [name, String(option)] as const) : [],
    );
    for (const locale of LOCALES) {
      const texts = JSON.parse(readFileSync(`locales/${locale}/desk/publishing.json`, "utf8")) as {
        readonly fields: Readonly<Record<string, string>>;
        readonly choices: Readonly<Record<string, string>>;
      };
      expect([locale, [...names].filter((name) => texts.fields[name] === undefined)]).toEqual([locale, []]);
      expect([locale, choices.filter(([, option]) => texts.choices[option] === undefined)]).toEqual([locale, []]);
    }
  });

  test.each(CATALOGUE_FILES)("a new entry of %s has every field that it needs", (file) => {
    const schema = schemaOf(file);
    const contents = structuredClone(filesOf(demoCatalogue)) as Record<string, Record<string, unknown[]>>;
    for (const [name, list] of Object.entries(schema.properties ?? {}))
      if (list.items) contents[file]?.[name]?.push(emptyOf(list.items));
    const checked = checkContents(contents);
    const kinds = checked.ok ? [] : checked.problems.map(({ kind }) => kind);
    for (const kind of [
      "missing",
      "notAnObject",
      "notList",
      "notNumber",
      "notText",
      "notYesOrNo",
      "unknownField",
      "notOneOf",
    ])
      expect(kinds).not.toContain(kind);
  });
});

describe("contents", () => {
  test("keep everything except the changed value", () => {
    const before = { a: [{ b: 1, c: 2 }, { b: 3 }], d: "x" };
    expect(withValue(before, ["a", 1, "b"], 4)).toEqual({ a: [{ b: 1, c: 2 }, { b: 4 }], d: "x" });
    expect(withValue(before, ["a", 0, "b"], undefined)).toEqual({ a: [{ c: 2 }, { b: 3 }], d: "x" });
    expect(before.a[1]).toEqual({ b: 3 });
    expect([valueAt(before, ["a", 0, "c"]), valueAt(before, ["a", 7, "c"]), valueAt(null, ["a"])]).toEqual([
      2,
      undefined,
      undefined,
    ]);
  });

  test("lists are moved without losing an entry", () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(12), fc.integer({ min: -2, max: 12 }), (list, from, to) => {
        const after = moved(list, from, to);
        const byValue = (one: number, other: number) => one - other;
        expect(after.toSorted(byValue)).toEqual(list.toSorted(byValue));
        if (from < list.length && to >= 0 && to < list.length) expect(after[to]).toBe(list[from]);
      }),
    );
    expect(without([1, 2, 3], 1)).toEqual([1, 3]);
  });
});

import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv, type AnySchema } from "ajv";
import { describe, expect, test } from "vitest";
import { CATALOGUE_FILES, type CatalogueFileName } from "./file-schema.ts";
import { catalogueJsonSchema } from "./json-schema.ts";

const FOLDER = "demo/catalogue";
type CatalogueFile = { $schema?: string; [list: string]: unknown };
const readDemo = async (name: CatalogueFileName) =>
  JSON.parse(await readFile(join(FOLDER, name), "utf8")) as CatalogueFile;

/** Returns the errors of a JSON Schema validator, as shown by an editor. */
function mistakesIn(name: CatalogueFileName, content: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  const validate = ajv.compile(catalogueJsonSchema(name) as AnySchema);
  return validate(content) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

describe.each(CATALOGUE_FILES)("the JSON Schema of %s", (name) => {
  test("accepts the demo file, which refers to it", async () => {
    const content = await readDemo(name);
    expect(mistakesIn(name, content)).toEqual([]);
    await access(join(FOLDER, content.$schema ?? "no $schema"));
  });

  test("rejects an unknown field, and a file without its contents", async () => {
    expect(mistakesIn(name, { ...(await readDemo(name)), colour: "red" })).toEqual([
      " must NOT have additional properties",
    ]);
    expect(mistakesIn(name, {})).not.toEqual([]);
  });

  test("describes every field", () => {
    expect(undescribed(catalogueJsonSchema(name) as Described, "")).toEqual([]);
  });
});

test.each<[CatalogueFileName, string, unknown]>([
  ["mobile-tariffs.json", "mobileTariffs.0.kind", "monthly"],
  ["mobile-tariffs.json", "mobileTariffs.0.prices", []],
  ["tv-tariffs.json", "tvTariffs.0.prices.0.duration", 9],
  ["devices.json", "devices.0.instalment", "22.50"],
  ["devices.json", "devices.0.stock", -1],
  ["bundles.json", "bundles.0.name.sr", ""],
  ["extras.json", "postBillFee", null],
])("in %s, %s cannot be %j", async (name, path, value) => {
  const content = await readDemo(name);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, content);
  parent[last] = value;
  expect(mistakesIn(name, content)).toContainEqual(expect.stringContaining(`/${path.replaceAll(".", "/")} must`));
});

type Described = {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
};

/** Returns the fields without a description. Parts of a text and details of a device are described by their parent. */
function undescribed(schema: Described, path: string): readonly string[] {
  const inner = [schema, schema.items, ...(schema.anyOf ?? [])].flatMap((each) =>
    Object.entries(each?.properties ?? {}),
  );
  return inner.flatMap(([name, field]) => {
    if (/^(de|en|fr|it|sr)$/.test(name) || path.endsWith(".details")) return [];
    const place = `${path}.${name}`;
    return [...(field.description ? [] : [place]), ...undescribed(field, place)];
  });
}

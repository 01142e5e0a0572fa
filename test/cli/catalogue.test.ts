import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readJsonText } from "#server/shop/catalogue/json-text.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { startShop } from "../support/shop.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-catalogue-"));
  await cp("demo/catalogue", folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Changes a file, and answers the line (from 1) where `now` stands. */
async function edit(file: string, was: string | RegExp, now: string): Promise<number> {
  const text = await readFile(join(folder, file), "utf8");
  const changed = text.replace(was, now);
  expect(changed).not.toBe(text);
  await writeFile(join(folder, file), changed);
  return changed.slice(0, text.search(was)).split("\n").length;
}

describe("lines of a JSON text", () => {
  test("every value is found, and what is missing has the line of what is around it", () => {
    const { lineOf, fault, repeated } = readJsonText('[\n  {"a": 1,\n   "b": [2,\n  "ü\\n\\u00e9"]\n  }, -1e5]\n');
    expect([lineOf([]), lineOf([0]), lineOf([0, "a"]), lineOf([0, "b"]), lineOf([0, "b", 1]), lineOf([1])]).toEqual([
      1, 2, 2, 3, 4, 5,
    ]);
    expect(lineOf([0, "missing", "deeper"])).toBe(2);
    expect([fault, repeated]).toEqual([null, []]);
  });

  test.each([
    ['{"a": 1\n"b": 2}', 2, 'a comma is missing before "b": 2}'],
    ['{"a": 1,\n}', 2, "a field's name in quotation marks is missing before }"],
    ["[1,\n\n", 3, "a value is missing at the end"],
    ["{\n'a': 1}", 2, "this cannot be read: 'a': 1}"],
    ['{"a"\n1}', 2, "a colon is missing before 1}"],
    ['{"a":\n}', 2, "a value is missing before }"],
    ["[]\n[]", 2, "there is something after the end: []"],
    ["", 1, "a value is missing at the end"],
  ])("%j is not JSON", (text, line, problem) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(readJsonText(text).fault).toEqual({ line, problem });
  });
});

describe("catalogue check", () => {
  test("the demo catalogue is right", async () => {
    expect(await kasse(["catalogue", "check"], {})).toMatchObject({ code: 0, err: "" });
  });

  test("lists every mistake with file, line, code and fix", async () => {
    const price = await edit("mobile-tariffs.json", /"price": 59\.9/, '"price": "59.9"');
    const extra = await edit("devices.json", '"ura"', '"uura"');
    const decimals = await edit("bundles.json", /"monthly": 9/, '"monthly": 9.995');
    const syntax = await edit("extras.json", '"insurance": 6.9,', '"insurance": 6.9');
    const { code, out } = await kasse(["catalogue", "check", folder], {});
    expect(code).toBe(1);
    const lines = out.split("\n");
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^mobile-tariffs\\.json:${price}: SMART60 › prices\\.\\d\\.price: must be a number, not "59\\.9"\\. Write a number`,
        ),
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^devices\\.json:${extra}: \\w+ › uura: there is no field "uura"\\. Remove it`)),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^devices\.json:\d+: \w+ › ura: the field "ura" is missing\. Add it\.$/),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^bundles\\.json:${decimals}: EU10 › monthly: an amount has at most two decimals`),
      ),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(new RegExp(`^extras\\.json:${syntax + 1}: this is not JSON: a comma is missing`)),
    );
    expect(lines.at(-1)).toBe("5 mistakes.");
  });

  test("lists what does not fit together, and a repeated field", async () => {
    const tariff = await edit("devices.json", /"defaultTariff": "\w+"/, '"defaultTariff": "GONE"');
    const twice = await edit("bundles.json", '"code": "BALKAN5"', '"code": "EU10"');
    const { out } = await kasse(["catalogue", "check", folder], {});
    expect(out).toMatch(
      new RegExp(`^devices\\.json:${tariff}: \\w+ › defaultTariff: its tariff GONE is not a mobile tariff\\. Use`, "m"),
    );
    expect(out).toMatch(new RegExp(`^bundles\\.json:${twice}: EU10 › code: this code is used twice\\.`, "m"));
    const again = await edit("extras.json", '"postBillFee"', '"insurance": 1,\n  "postBillFee"');
    const second = await kasse(["catalogue", "check", folder], {});
    expect(second.out).toContain(`extras.json:${again}: insurance: this field appears twice. Remove one of the two.`);
  });

  test("a folder without files is reported, file by file", async () => {
    const { code, out } = await kasse(["catalogue", "check", join(folder, "none")], {});
    expect(code).toBe(1);
    expect(out).toContain("devices.json: this file is missing in the catalogue folder. Add it.");
  });
});

test("schema writes a JSON Schema for each catalogue file, into a folder that it makes", async () => {
  const out = join(folder, "new", "schema");
  const { code } = await kasse(["catalogue", "schema", "--out", out], {});
  expect(code).toBe(0);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  expect(await readdir(out)).toEqual(files.map((name) => name.replace(".json", ".schema.json")).sort());
  expect(JSON.parse(await readFile(join(out, "devices.schema.json"), "utf8"))).toHaveProperty("properties.devices");
});

test("diff shows old and new amounts, load asks, and the running shop sells the new price at once", async () => {
  const shop = await startShop();
  try {
    const env = settingsOf(shop);
    expect((await kasse(["catalogue", "diff"], env)).out).toMatch(/no changes\.$/);
    await edit("mobile-tariffs.json", /"price": 39\.9\b/, '"price": 42');
    await edit("bundles.json", '"code": "KIDS"', '"code": "CHILDREN"');
    const diff = await kasse(["catalogue", "diff", folder], env);
    expect(diff.out).toContain(
      "~ mobile tariff SMART60 (SMART 60)\n    prices.182400001.price  CHF 39.90 → CHF 42.–\n",
    );
    expect(diff.out).toContain("+ bundle CHILDREN (Kids)\n    monthly  CHF 4.90\n");
    expect(diff.out).toContain("- bundle KIDS (Kids)");
    expect(diff.out).toMatch(/\n1 added, 1 removed, 1 changed\.$/);

    expect(await kasse(["catalogue", "load", folder], env)).toMatchObject({
      code: 1,
      err: "kasse: cannot ask for confirmation without a terminal: add --yes.",
    });
    expect(await kasse(["catalogue", "load", folder], env, "n")).toMatchObject({
      code: 1,
      err: "kasse: nothing was loaded.",
    });
    expect((await kasse(["catalogue", "load", folder], env, "y")).out).toMatch(/Loaded as version 2\.$/);
    const shown = await shop.shopper().call("product", undefined, { kind: "mobile", code: "SMART60" });
    expect(shown.body.price).toBe(42);
    expect((await kasse(["catalogue", "load", folder, "--yes"], env)).out).toMatch(
      /Nothing to load: version 2 is current\.$/,
    );
  } finally {
    await shop.stop();
  }
});

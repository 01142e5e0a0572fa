import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readJsonText } from "#server/platform/files/json-text.ts";
import { pino } from "pino";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { createCatalogueStore, type CatalogueStore } from "#server/shop/catalogue/store.ts";
import { command as runOn, kasse } from "../support/cli.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-catalogue-"));
  await cp("demo/catalogue", folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Changes a file, and returns the line (from 1) that contains `now`. */
async function edit(file: string, was: string | RegExp, now: string): Promise<number> {
  const text = await readFile(join(folder, file), "utf8");
  const changed = text.replace(was, now);
  expect(changed).not.toBe(text);
  await writeFile(join(folder, file), changed);
  return changed.slice(0, text.search(was)).split("\n").length;
}

describe("lines of a JSON text", () => {
  test("every value is found, and a missing one has the line of its parent", () => {
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
  test("the demo catalogue is valid", async () => {
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
      expect.stringMatching(new RegExp(`^extras\\.json:${syntax + 1}: the file is not JSON: a comma is missing`)),
    );
    expect(lines.at(-1)).toBe("5 mistakes.");
    await edit("bundles.json", '"monthly": 9.995', '"monthly": 9.95');
    await edit("bundles.json", '"code": "BALKAN5"', '"code": "EU10"');
    const second = await kasse(["catalogue", "check", folder], {});
    expect(second.out).toMatch(/^bundles\.json:\d+: EU10 › code: this code is used twice\./m);
    expect(second.out.split("\n").at(-1)).toBe("5 mistakes.");
  });

  test("lists contradictions, and a repeated field", async () => {
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
    expect(out).toMatch(/none: there is no such folder\. Name the folder with .*devices\.json, .*\n1 mistake\.$/);
    const file = join(folder, "devices.json");
    const devices = await readFile(file, "utf8");
    await writeFile(file, "[]");
    expect((await kasse(["catalogue", "check", folder], {})).err).toContain("Warning: devices has no entry");
    await writeFile(file, devices);
    expect((await kasse(["catalogue", "check", file], {})).out).toContain(`${file}: this is a file, not a folder.`);
    await mkdir(join(folder, "empty"));
    const empty = await kasse(["catalogue", "check", join(folder, "empty")], {});
    expect(empty.out).toContain("devices.json: the file does not exist. Correct its path.");
  });
});

test("schema writes a JSON Schema for each catalogue file, into a folder that it creates", async () => {
  const out = join(folder, "new", "schema");
  const { code } = await kasse(["catalogue", "schema", "--out", out], {});
  expect(code).toBe(0);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  expect(await readdir(out)).toEqual(files.map((name) => name.replace(".json", ".schema.json")).sort());
  expect(JSON.parse(await readFile(join(out, "devices.schema.json"), "utf8"))).toHaveProperty("properties.devices");
});

describe("the live catalogue", () => {
  let database: TestDatabase;
  let opened: OpenDatabase;
  /** The catalogues as a running shop reads them. */
  let catalogues: CatalogueStore;
  beforeAll(async () => {
    database = await createTestDatabase("started");
    opened = openDatabase(database.connection, pino({ level: "silent" }));
    catalogues = createCatalogueStore(opened.db, () => new Date());
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });
  const run = (command: string, answer: string | null = null) =>
    runOn(opened.db, ["catalogue", ...command.split(" ").map((word) => word.replace("FOLDER", folder))], answer);
  const price = async () => {
    const { catalogue } = await catalogues.current();
    const prices = catalogue.mobileTariffs.find(({ code }) => code === "SMART60")?.prices ?? [];
    return prices.find(({ binding }) => binding === "182400001")?.price;
  };

  test("is compared by diff, and does not change by loading", async () => {
    expect((await run("diff")).out).toMatch(/no changes\.$/);
    await edit("mobile-tariffs.json", /"price": 39\.9\b/, '"price": 42');
    await edit("bundles.json", '"code": "KIDS"', '"code": "CHILDREN"');
    const diff = await run("diff FOLDER");
    expect(diff.out).toContain(
      "~ mobile tariff SMART60 (SMART 60)\n    prices.182400001.price  CHF 39.90 → CHF 42.–\n",
    );
    expect(diff.out).toContain("+ bundle CHILDREN (Kids)\n    monthly  CHF 4.90\n");
    expect(diff.out).toContain("- bundle KIDS (Kids)");
    expect(diff.out).toMatch(/\n1 added, 1 removed, 1 changed\.$/);
    const loaded = await run("load FOLDER");
    expect(loaded.out).toMatch(/1 changed\.\nLoaded as version 2\.\nIt is not on sale: `catalogue activate 2` puts it/);
    expect((await run("load FOLDER")).out).toContain("These files are version 2 already.");
    expect((await run("load")).out).toMatch(/Nothing to load: this is version 1, which is on sale\.$/);
    expect(await price()).toBe(3990);
  });

  test("is the version whose activation was confirmed, immediately in the running shop", async () => {
    expect((await run("preview 2")).out).toMatch(
      /SMART60 +SMART 60 +24 months +a month +39\.90 +→ +42\.–\nSMART60 +SMART 60 +24 months +in all +/,
    );
    expect((await run("preview 2")).out).toMatch(/\nCHILDREN +Kids +a month +none +→ +4\.90\n/);
    expect(await run("activate 2")).toMatchObject({
      code: 1,
      err: "kasse: cannot ask for confirmation without a terminal: add --yes.",
    });
    expect(await run("activate 2", "n")).toMatchObject({ code: 1, err: "kasse: nothing was put on sale." });
    expect(await price()).toBe(3990);
    expect((await run("activate 2", "y")).out).toMatch(/\nVersion 2 is on sale\.$/);
    expect(await price()).toBe(4200);
    expect((await run("activate 2 --yes")).out).toBe("Nothing to do: version 2 is on sale now.");
  });

  test("can be rolled back to the previous version", async () => {
    expect((await run("rollback --yes")).out).toMatch(/CHF 42\.– → CHF 39\.90\n[^]*Version 1 is on sale\.$/);
    expect(await price()).toBe(3990);
  });

  test("from a time on is listed, previewed at that time, and can be cancelled", async () => {
    const { out } = await runOn(opened.db, ["catalogue", "activate", "2", "--at", "2099-12-01 06:00", "--yes"]);
    expect(out).toMatch(/\nVersion 2 goes on sale at 2099-12-01 06:00 \(activation 4\)\.$/);
    expect((await run("list")).out).toMatch(
      /\n +3 +1 +[\d-]+ [\d:]+ +on sale +\S.*\n +4 +2 +2099-12-01 06:00 +scheduled +\S/,
    );
    expect((await run("preview 1")).out).toMatch(/\(version 1\): no price changes\.$/);
    expect((await run("preview FOLDER --at 2099-12-02")).out).toMatch(/2099-12-02 00:00 \(version 2\), CHF:\n/);
    expect((await run("rollback --yes")).out).toContain("After that, version 2 goes on sale at 2099-12-01 06:00");
    expect((await run("cancel 4")).out).toBe("Activation 4 is cancelled.");
    expect((await run("list")).out).toMatch(/\n +4 +2 +2099-12-01 06:00 +cancelled/);
  });

  test("has the prices of a promotion for its days", async () => {
    await edit(
      "mobile-tariffs.json",
      /"price": 39\.9\b/,
      '"periods": [{ "from": "2098-12-01", "until": "2098-12-24", "price": 19.9, "oldPrice": 39.9 }], "price": 39.9',
    );
    const { out } = await run("load FOLDER --activate --yes");
    expect(out).toContain("prices.182400001.periods.2098-12-01–2098-12-24.price");
    expect(out).toMatch(/is on sale\.\nIts prices change at 2098-12-01 00:00, 2098-12-25 00:00\.$/);
    expect(await price()).toBe(3990);
    await edit("mobile-tariffs.json", '"until": "2098-12-24"', '"until": "2098-11-24"');
    expect((await run("check FOLDER")).out).toMatch(
      /mobile-tariffs\.json:\d+: SMART60 › prices\.0\.periods\.0: this period ends before it starts\. Correct its days\./,
    );
    await edit("mobile-tariffs.json", '"until": "2098-11-24"', '"until": "24.12.2098"');
    expect((await run("check FOLDER")).out).toContain("a day is written as 2026-12-01");
  });

  test.each([
    ["activate 99 --yes", 1, "there is no version 99; `catalogue list` shows them."],
    ["activate two --yes", 2, '<version> is "two"; it must be a number of `catalogue list`.'],
    ["activate 2 --at 2020-01-01", 2, '--at is "2020-01-01", which has passed; without --at it is now.'],
    ["activate 2 --at 2027-03-28T02:30", 2, '--at is "2027-03-28T02:30", which the clock skips that night'],
    ["activate 2 --at tomorrow", 2, '--at is "tomorrow"; it must be a day such as 2026-12-01'],
    ["load --at 2099-01-01", 2, "--at needs --activate."],
    ["cancel 99", 1, "there is no activation 99"],
    ["cancel 1", 1, "activation 1 has already started"],
    ["preview 99", 1, "there is no version 99"],
  ])("%s is rejected with a message", async (command, code, sentence) => {
    const ran = await run(command);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(`kasse: ${sentence}`)]);
  });
});

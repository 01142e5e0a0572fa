import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { loadAddresses } from "#server/shop/address/load.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { kasse } from "../support/cli.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";

const HEADER = "ADR_EGAID;STN_LABEL;ADR_NUMBER;ZIP_LABEL;ADR_STATUS;SOMETHING_NEW";
let database: TestDatabase;
let open: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase(database.connection, pino({ level: "silent" }));
  folder = await mkdtemp(join(tmpdir(), "kasse-addresses-"));
});
afterAll(async () => {
  await open.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => database.pool.query("truncate address_streets, address_loads"));

/** Writes a register with a number of houses in a street. Returns its path. */
async function register(street: string, houses: number, end = ""): Promise<string> {
  const rows = Array.from({ length: houses }, (_, at) => `${at};${street};${at + 1};8001 Zürich;real;x`);
  const file = join(folder, `${street}-${houses}.csv`);
  await writeFile(file, `\uFEFF${[HEADER, ...rows].join("\n")}\n${end}`);
  return file;
}

async function streets(): Promise<string[]> {
  const { rows } = await database.pool.query<{ street: string }>(
    "select street from address_streets where houses <> '{}'",
  );
  return rows.map((row) => row.street);
}

const load = (...words: readonly string[]) => kasse(["addresses", "load", ...words], { DATABASE_URL: database.url });

test("a file is loaded once, and the next one replaces it", async () => {
  const file = await register("Altgasse", 30);
  expect((await load(file)).out).toMatch(/^Loaded 30 addresses from 30 rows \(.* rows\/s\)\.$/);
  expect((await load(file)).out).toBe("This file is already loaded (30 addresses).");
  expect((await load(await register("Neugasse", 20))).code).toBe(0);
  expect(await streets()).toEqual(["Neugasse"]);
});

test("a file loaded by an earlier version with other word rules is loaded again", async () => {
  const file = await register("Altgasse", 30);
  await load(file);
  const plain = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  await database.pool.query("update address_loads set checksum = $1", [plain]);
  expect((await load(file)).out).toMatch(/^Loaded 30 addresses/);
});

test("the old addresses are served until the new ones are complete", async () => {
  await load(await register("Altgasse", 10));
  const seen: Promise<string[]>[] = [];
  await loadAddresses(open.db, await register("Neugasse", 20_000), { onProgress: () => void seen.push(streets()) });
  // Later queries can be answered after the end; the first one is sent after a twentieth of the rows.
  const [first] = await Promise.all(seen);
  expect(first).toEqual(["Altgasse"]);
  expect(await streets()).toEqual(["Neugasse"]);
});

test("an interrupted load keeps the old addresses, and succeeds when repeated", async () => {
  await load(await register("Altgasse", 10));
  const file = await register("Neugasse", 9000);
  const killed = loadAddresses(open.db, file, {
    onProgress: (rows) => {
      if (rows >= 4000) throw new Error("killed");
    },
  });
  await expect(killed).rejects.toThrow("killed");
  expect(await streets()).toEqual(["Altgasse"]);
  await load(file);
  expect(await streets()).toEqual(["Neugasse"]);
});

test("the sample is loaded only into an empty database, also while a register is being loaded", async () => {
  const sample = await register("Mustergasse", 5);
  const other = openDatabase(database.connection, pino({ level: "silent" }));
  let meanwhile: Promise<{ changed: boolean }> | undefined;
  await loadAddresses(open.db, await register("Neugasse", 5000), {
    onProgress: () => {
      meanwhile ??= loadAddresses(other.db, sample, { onlyWhereNone: true });
    },
  });
  expect(await meanwhile).toMatchObject({ changed: false });
  await other.close();
  expect(await loadAddresses(open.db, sample, { onlyWhereNone: true })).toMatchObject({ changed: false });
  expect(await streets()).toEqual(["Neugasse"]);
});

test("a missing file, or one that is no register, gets a message", async () => {
  const none = join(folder, "none.csv");
  expect(await load(none)).toMatchObject({ code: 1, err: `kasse: ${none} does not exist. Correct its path.` });
  expect((await load(folder)).err).toBe(`kasse: ${folder} is a folder. Name the file in it.`);
  const other = join(folder, "other.csv");
  await writeFile(other, "name;age\nMia;30\n");
  expect((await load(other)).err).toMatch(/has no column ADR_EGAID, .*: is it the register's CSV\?$/);
  for (const [text, sentence] of [
    ["", /is empty$/],
    [`${HEADER}\r1;Seeweg;2;8001 Zürich;real;x\r`, /ends its lines with CR only/],
    [`${HEADER}\n1;Seeweg;1;8001 Zürich;real;x\n2;"Seeweg;2;8001 Zürich;real;x\n`, /is not closed \(line 3\)$/],
  ] as const) {
    await writeFile(other, text);
    expect((await load(other)).err).toMatch(sentence);
  }
  expect((await load(await register("Leer", 0))).err).toMatch(/contains no addresses$/);
});

test("a stray quotation mark swallows no rows, and skipped rows are reported by line", async () => {
  const rows = Array.from(
    { length: 6 },
    (_, at) => `${at};See${at % 3 === 1 ? '"' : ""}weg;${at + 1};8001 Zürich;real;x`,
  );
  const file = join(folder, "stray.csv");
  await writeFile(file, [HEADER, ...rows, "7;;1;8001 Zürich;real;x", "8;Seeweg;2;Ort;real;x"].join("\n"));
  const { out, err } = await load(file);
  expect(out).toMatch(/^Loaded 6 addresses from 8 rows/);
  expect(err).toMatch(/^2 rows without .* left out:\nline 8\nline 9$/m);
});

test("a truncated file does not replace a register, unless the operator confirms it", async () => {
  await load(await register("Altgasse", 30));
  const cut = await register("Neugasse", 14);
  expect((await load(cut)).err).toMatch(/has 14 addresses, and 30 are loaded: is it complete\?/);
  expect(await streets()).toEqual(["Altgasse"]);
  expect((await load(cut, "--smaller")).code).toBe(0);
  expect(await streets()).toEqual(["Neugasse"]);
  const one = await register("Eingasse", 1);
  expect((await load(one)).err).toMatch(/has 1 address, and 14 are loaded/);
  expect((await load(one, "--smaller")).out).toMatch(/^Loaded 1 address from 1 row /);
});

test("streets are read in any order, with any quotes, line ends and columns; each house once, in natural order", async () => {
  const rows = [
    `1;"Rue ""du"" Lac";10;1003 Lausanne;real;x`,
    `2;Seeweg;2a;8001 Zürich;real;x`,
    `3;"Rue ""du"" Lac";2;1003 Lausanne;real;x`,
    `4;Seeweg;;8001 Zürich;real;x`,
    `5;Seeweg;2A;8001 Zürich;real;x;one;more`,
    `6;Seeweg;10;8001 Zürich`,
    `7;Seeweg;2;8001 Zürich;real;x`,
    `8;;7;8001 Zürich;real;x`,
    `9;Seeweg;7;no place;real;x`,
    `10;Seeweg;1;8002 Zürich;real;x`,
  ];
  for (const end of ["\n", "\r\n"]) {
    await database.pool.query("truncate address_streets, address_loads");
    const file = join(folder, "mixed.csv");
    await writeFile(file, `\uFEFF${[HEADER, ...rows].join(end)}`);
    expect((await load(file)).out).toMatch(/^Loaded 7 addresses from 10 rows/);
    const { rows: found } = await database.pool.query(
      "select street, zipcode, houses from address_streets order by street, zipcode",
    );
    expect(found).toEqual([
      { street: 'Rue "du" Lac', zipcode: "1003", houses: ["2", "10"] },
      { street: "Seeweg", zipcode: "8001", houses: ["", "2", "2a", "10"] },
      { street: "Seeweg", zipcode: "8002", houses: ["1"] },
    ]);
  }
});

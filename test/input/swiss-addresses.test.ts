import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadAddresses } from "#server/shop/address/load.ts";
import { findAddresses, fullAddress, populateAddress } from "#server/shop/address/search.ts";
import { openDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { missedOf, registerOf } from "../support/address-typing.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { handlerCall } from "../support/handler-call.ts";
import { SEED, seeded } from "../support/seeded.ts";

const SAMPLE = "demo/addresses/sample.csv";

/** Streets of French-speaking, Italian-speaking and rural Switzerland, as spelled in the register. */
const HOUSES = [
  "Rue du Puits;12;2610 St-Imier",
  "Rue du Puits;12bis;2610 St-Imier",
  "Rue du Puits;14-16;2610 St-Imier",
  "Rue Saint-Pierre;4;1003 Lausanne",
  "Rue St-Laurent;5;1003 Lausanne",
  "Dorfstrasse;64a.1;8005 Zürich",
  "Rue Centrale;3;1450 Ste-Croix",
  "Rue de Lausanne;18ter;1201 Genève",
  "Rue du 31-Décembre;7;1207 Genève",
  "Dorf;1203;9042 Speicher",
  "Seestrasse;100 A;8002 Zürich",
  "Seestrasse;100b;8002 Zürich",
  "Seestrasse;100B;8002 Zürich",
  "Via S. Gottardo;9;6600 Locarno",
  "Place du Marché;1;1820 Montreux",
  "Mühleweg;2;3007 Bern",
  "Steinweg;3;3007 Bern",
  "Langstrasse;12;8004 Zürich",
  "St. Jakobs-Strasse;8;4052 Basel",
  "Route de Suisse;6;1290 Versoix",
];

let database: TestDatabase;
let open: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  open = openDatabase(database.connection, pino({ level: "silent" }));
  folder = await mkdtemp(join(tmpdir(), "kasse-swiss-addresses-"));
});
afterAll(async () => {
  await open.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe("a register with typical house numbers and saints of the whole country", () => {
  beforeAll(async () => {
    const file = join(folder, "swiss.csv");
    const rows = HOUSES.map((house, at) => {
      const [street, number, place] = house.split(";");
      return [at, street, number, place, "real"].join(";");
    });
    await writeFile(file, ["ADR_EGAID;STN_LABEL;ADR_NUMBER;ZIP_LABEL;ADR_STATUS", ...rows].join("\n"));
    await loadAddresses(open.db, file);
  });

  const found = async (term: string) => (await findAddresses(open.db, term)).map(fullAddress);

  test.each([
    ["rue du puits 12bis", "Rue du Puits 12bis, 2610 St-Imier"],
    ["Rue du Puits 12 BIS", "Rue du Puits 12bis, 2610 St-Imier"],
    ["12bis rue du puits", "Rue du Puits 12bis, 2610 St-Imier"],
    ["rue du puits 14-16 saint-imier", "Rue du Puits 14-16, 2610 St-Imier"],
    ["rue de lausanne 18ter", "Rue de Lausanne 18ter, 1201 Genève"],
    ["7 rue du 31 décembre genève", "Rue du 31-Décembre 7, 1207 Genève"],
    ["rue du 31 décembre", "Rue du 31-Décembre 7, 1207 Genève"],
    ["dorfstr. 64a.1", "Dorfstrasse 64a.1, 8005 Zürich"],
    ["dorf 1203", "Dorf 1203, 9042 Speicher"],
    ["9042 Speicher, Dorf 1203", "Dorf 1203, 9042 Speicher"],
    ["seestrasse 100a", "Seestrasse 100 A, 8002 Zürich"],
    ["seestrasse 100 a 8002", "Seestrasse 100 A, 8002 Zürich"],
    ["Saint-Imier", "Rue du Puits 12, 2610 St-Imier"],
    ["Sainte-Croix", "Rue Centrale 3, 1450 Ste-Croix"],
    ["rue st-pierre", "Rue Saint-Pierre 4, 1003 Lausanne"],
    ["r. saint-laurent 5", "Rue St-Laurent 5, 1003 Lausanne"],
    ["sain", "Rue Saint-Pierre 4, 1003 Lausanne"],
    ["pl. du marché", "Place du Marché 1, 1820 Montreux"],
    ["plac", "Place du Marché 1, 1820 Montreux"],
    ["via san gottardo", "Via S. Gottardo 9, 6600 Locarno"],
    ["muehleweg 2", "Mühleweg 2, 3007 Bern"],
    ["Langstrasse12", "Langstrasse 12, 8004 Zürich"],
    ["Lang-Strasse 12", "Langstrasse 12, 8004 Zürich"],
    ["c/o Meier Langstr. 12", "Langstrasse 12, 8004 Zürich"],
    ["c/o Familie Meier Langstr. 12 Zürich", "Langstrasse 12, 8004 Zürich"],
    ["Langstr. 12, c/o Meier, 8004 Zürich", "Langstrasse 12, 8004 Zürich"],
    ["p.A. Meier, Langstr. Nr. 12", "Langstrasse 12, 8004 Zürich"],
    ["Langstrasse 12, 8004 Zurigo, Schweiz", "Langstrasse 12, 8004 Zürich"],
    ["Langstrasse 12 8004 Zürich CH", "Langstrasse 12, 8004 Zürich"],
    ["chez Dupont, rue de lausanne 18ter Genf", "Rue de Lausanne 18ter, 1201 Genève"],
    ["route de suisse", "Route de Suisse 6, 1290 Versoix"],
    ["St Jakobsstrasse 8", "St. Jakobs-Strasse 8, 4052 Basel"],
    ["St. Jakobs-Str. 8 Bâle", "St. Jakobs-Strasse 8, 4052 Basel"],
    ["rue du puits 14 bis 16", "Rue du Puits 14-16, 2610 St-Imier"],
    ["dorfstr. 64 a.1", "Dorfstrasse 64a.1, 8005 Zürich"],
    ["bern st", "Steinweg 3, 3007 Bern"],
  ])("%j finds %s first", async (term, address) => {
    expect((await found(term))[0]).toBe(address);
  });

  test("a number without a house offers those with its digits, and otherwise the street", async () => {
    expect(await found("rue du puits 12quater")).toEqual([
      "Rue du Puits 12, 2610 St-Imier",
      "Rue du Puits 12bis, 2610 St-Imier",
    ]);
    expect(await found("rue du puits 99, 2610 st-imier")).toHaveLength(3);
    expect(await found("dorf 1299 speicher")).toEqual(["Dorf 1203, 9042 Speicher"]);
    expect(await found("seestr 8002 zürich 7")).toHaveLength(2);
  });

  test("the picked number is the register's, even if it was typed differently", async () => {
    const typed = { city: "zürich", street: "seestrasse", zipcode: "8002" };
    const populate = populateAddress({ db: open.db });
    const canonical = (house_number: string) => populate(handlerCall({ body: { ...typed, house_number } }));
    expect(await canonical("100a")).toMatchObject({ value: { house_number: "100 A", city: "Zürich" } });
    expect(await canonical("100B")).toMatchObject({ value: { house_number: "100b" } });
    expect(await canonical("101")).toMatchObject({ value: { house_number: "101", city: "zürich" } });
  });
});

test("addresses of the demo are among the first five, in each of six ways to type them", async () => {
  await loadAddresses(open.db, SAMPLE);
  const addresses = await registerOf(SAMPLE);
  const find = (term: string) => findAddresses(open.db, term);
  expect(await missedOf(find, { addresses, draws: 500, random: seeded(SEED) })).toEqual([]);
});

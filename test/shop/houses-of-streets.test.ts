import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "#server/platform/database/migrate.ts";
import { createTestDatabase } from "../support/database.ts";

const MIGRATIONS = "server/platform/database/migrations";

test("the update keeps a loaded register: each street has its houses, in natural order", async () => {
  const database = await createTestDatabase("empty");
  const before = await mkdtemp(join(tmpdir(), "kasse-migrations-"));
  try {
    for (const name of await readdir(MIGRATIONS))
      if (name < "0022") await cp(join(MIGRATIONS, name), join(before, name));
    await migrate(database.connection, { folder: before });
    await database.pool.query(`
      insert into address_streets (street, zipcode, city, search) values
        ('Bahnhofstrasse', '8000', 'Zürich', 'bahnhofstrasse 8000 zurich'), ('Leerweg', '8000', 'Zürich', 'leerweg 8000 zurich')`);
    await database.pool.query(`
      insert into address_houses (street_id, number, egaid)
      select s.id, n, n from address_streets s, unnest(array['10', '9', '9a', '100', 'Haus am See', '2']) n
      where s.street = 'Bahnhofstrasse'`);
    expect(await migrate(database.connection)).toContain("0022_houses_of_streets.sql");
    const { rows } = await database.pool.query("select street, houses from address_streets order by street");
    expect(rows).toEqual([
      { street: "Bahnhofstrasse", houses: ["Haus am See", "2", "9", "9a", "10", "100"] },
      { street: "Leerweg", houses: [] },
    ]);
  } finally {
    await rm(before, { recursive: true });
    await database.drop();
  }
});

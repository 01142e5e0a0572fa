import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kasse, settingsOf } from "#test/support/cli.ts";
import { startShop, type Shop } from "#test/support/shop.ts";

// The shop is not open to agents any more, but still has what a platform prepared.

let shop: Shop;
let folder: string;
beforeAll(async () => {
  [shop, folder] = await Promise.all([startShop(), mkdtemp(join(tmpdir(), "kasse-prepared-"))]);
});
afterAll(async () => {
  await shop.stop();
  await rm(folder, { recursive: true });
});

const REASON = ["--reason", "a request by letter"] as const;
const run = (words: readonly string[]) => kasse(["person", ...words], settingsOf(shop));

test("an export contains what a platform prepared for a person who is not known otherwise, and an erasure removes it", async () => {
  const email = "prepared@example.ch";
  const prepared = {
    variant: "mobile:SMART30",
    record: { type: "Tariff", tariff: "SMART30" },
    form: { email },
    consent: null,
  };
  await shop.database.pool.query(
    "insert into agent_checkouts (id, platform, locale, prepared, expires_at) values (gen_random_uuid(), 'https://platform.example/ucp', 'de', $1, now() + interval '1 hour')",
    [prepared],
  );
  const out = join(folder, "prepared");
  expect((await run(["export", email, "--out", out, ...REASON])).code).toBe(0);
  expect(JSON.parse(await readFile(join(out, "person.json"), "utf8"))).toMatchObject({
    account: null,
    prepared: [{ platform: "https://platform.example/ucp", form: { email } }],
  });
  expect(await run(["erase", email, ...REASON, "--yes"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("1 prepared purchase"),
  });
  expect((await run(["export", email, "--out", join(folder, "again"), ...REASON])).code).toBe(1);
});

test("the purge removes what platforms prepared, once the session has ended", async () => {
  const prepared = { form: { email: "ended@example.ch" } };
  await shop.database.pool.query(
    "insert into agent_checkouts (id, platform, locale, prepared, expires_at) values (gen_random_uuid(), 'https://platform.example/ucp', 'de', $1, now() - interval '1 hour')",
    [prepared],
  );
  expect((await kasse(["purge"], settingsOf(shop))).code).toBe(0);
  const { rows } = await shop.database.pool.query(
    "select prepared->'form' as form from agent_checkouts where expires_at < now()",
  );
  expect(rows).toEqual([{ form: {} }]);
});

import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { LEFT_OUT } from "../format.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { readConfig } from "#server/config/config.ts";
import { establishKeys } from "#server/operator/known-keys.ts";
import { loadNumbers } from "#server/shop/phone-numbers/pool.ts";
import { kasse, settingsOfDatabase } from "#test/support/cli.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { orderServices, SMART30, type OrderServices } from "#test/support/order-services.ts";
import { picture } from "#test/support/people.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";
import { expectOk } from "#test/support/shopper.ts";

let shop: OrderServices;
let folder: string;
let settings: Record<string, string>;
let exportedAt: Date;
let file: string;
let numbers: readonly string[];

async function order(at: Shop, email: string): Promise<string> {
  const shopper = at.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer(email, await picture(200, 200));
  return (await expectOk("order", shopper.call("createOrder", {}))).orderNumber;
}

/** Inserts a row into each table for preparing, publishing and experimenting at the desk. */
const fillDesk = () =>
  shop.sale.query(`
    insert into desk_people (email, name, roles) values ('carla@example.ch', 'Carla', '{catalogue}');
    with draft as (insert into desk_drafts (kind, name, base_version, content, changed_by, changed_at, created_at)
        values ('texts', 'Winter', 0, '{}', 'carla', now(), now()) returning id)
      insert into desk_activation_requests (kind, version, draft_id, reason, asked_by, asked_by_id, asked_at)
        select 'texts', 1, id, 'a new number', 'carla', gen_random_uuid(), now() from draft;
    insert into brand_texts (content, checksum, saved_by, saved_at) values ('{}', 'x', 'carla', now());
    insert into brand_text_activations (version, starts_at, actor, ordered_at, cancelled_at, cancelled_by) values (1, now(), 'carla', now(), now(), 'carla');
    insert into desk_experiments (experiment, hypothesis, per_arm, starts_at, ends_at, begun_by, begun_by_id, begun_at, stopped_at, stopped_by, stop_reason)
      values ('bundleOrder', 'more order', 1000, now(), now() + interval '9 days', 'carla', gen_random_uuid(), now(), now(), 'carla', 'the tills are down');
    insert into desk_experiments (experiment, hypothesis, per_arm, starts_at, ends_at, begun_by, begun_by_id, begun_at)
      values ('priceWords', 'more order', 1000, now(), now() + interval '9 days', 'carla', gen_random_uuid(), now());
    insert into desk_figures (source, hour, due_at) values ('checkouts', '2026-11-10T08:00:00Z', now())`);

const isHandedOver = (database: TestDatabase) => async () =>
  (await database.pool.query("select from handovers where delivered_at is null")).rowCount === 0 &&
  (await database.pool.query("select from graphile_worker.jobs where locked_at is not null")).rowCount === 0;

beforeAll(async () => {
  [shop, folder] = await Promise.all([orderServices(), mkdtemp(join(tmpdir(), "kasse-archive-"))]);
  const { sale } = shop;
  sale.clock.now = new Date();
  settings = { ...settingsOfDatabase(sale), DATA_DIR: folder };
  await establishKeys(sale.db, readConfig(settings), sale.clock.now);
  const orders = [await shop.made(SMART30), await shop.made(SMART30)];
  numbers = orders.map(({ number }) => number);
  // Both are handed over, and their mails are sent.
  await sale.query("update handovers set delivered_at = now()");
  await sale.query("delete from graphile_worker._private_jobs");
  // Text that the format has to escape, a job for later, and one that was given up.
  await sale.query("update accounts set email = $2, profile = profile || $3::jsonb where id = $1", [
    orders[0]?.account.id,
    "one@example.ch",
    { note: "back\\slash \t tab\nline, \\. end, ‹Zürich›" },
  ]);
  const at = new Date(Date.now() + 3600_000);
  await addJobs(sale.db, [
    { name: "mail-order", payload: { orderId: orders[0]?.id ?? "" }, key: "later", at },
    { name: "mail-order", payload: { orderId: orders[1]?.id ?? "" }, key: "given-up", at },
  ]);
  await sale.query(
    "update graphile_worker._private_jobs set attempts = 25, last_error = 'no server' where key = 'given-up'",
  );
  await sale.query("insert into checkout_calls select id, now(), 'createOrder', null, null, 1 from checkouts");
  await loadNumbers(sale.db, ["41785559999"], { actor: "anna", reason: null, now: sale.clock.now });
  await fillDesk();
  file = join(folder, "shop.kasse.gz");
  exportedAt = new Date();
  const written = await kasse(["export", "--out", file], settings);
  expect(written).toMatchObject({ code: 0, err: "" });
  expect(written.out).toMatch(
    /^2 orders, 2 checkouts, \d+ rows in all and 2 jobs were written to .*\nNot in it: the pictures of 2 documents \(.*\/documents\), and the keys\.$/,
  );
});
afterAll(async () => {
  await shop.sale.close();
  await rm(folder, { recursive: true });
});

type Query = <Row extends object>(text: string) => Promise<Row[]>;
const queryOf =
  ({ pool }: TestDatabase): Query =>
  async <Row extends object>(text: string) =>
    (await pool.query<Row>(text)).rows;

/** Returns every row of every table that an export contains, as text. */
async function contentOf(query: Query): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables)
    if (!(name in LEFT_OUT)) {
      const rows = await query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      content[name] = rows.map(({ row }) => row);
    }
  return content;
}

const schemaOf = (query: Query) =>
  Promise.all([
    query(
      "select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2",
    ),
    query("select tgname, tgenabled from pg_trigger where not tgisinternal order by 1"),
  ]);

describe("an export, imported into a new database", () => {
  test("has every row, reference, trigger and waiting job; only this user can read the file", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const target = await createTestDatabase("empty");
    const env = { ...settings, DATABASE_URL: target.url };
    const last = Number(numbers[1]?.slice(1));
    const imported = await kasse(["import", file], env);
    expect(imported).toMatchObject({ code: 0, err: "" });
    expect(imported.out).toContain(`The last order number was K${last}; the next order is K${last + 10_001}.`);
    const { audit_log: lines, ...rows } = await contentOf(queryOf(target));
    const { audit_log: exported, ...before } = await contentOf(shop.sale.query);
    expect(rows).toEqual(before);
    // The outcome of the export was written after it.
    expect(lines).toEqual([
      ...(exported ?? []).filter((line) => !line.includes(",outcome,")),
      expect.stringContaining(",import,"),
      expect.stringContaining(",outcome,"),
    ]);
    for (const table of [
      "desk_drafts",
      "desk_activation_requests",
      "brand_texts",
      "brand_text_activations",
      "desk_experiments",
      "checkout_calls",
      "documents",
    ])
      expect(rows[table]).not.toHaveLength(0);
    // The sequence continues with the next text, and a run's rule still cannot be changed.
    await target.pool.query(
      "insert into brand_texts (content, checksum, saved_by, saved_at) values ('{}', 'y', 'carla', now())",
    );
    await expect(target.pool.query("update desk_experiments set per_arm = 5")).rejects.toThrow(/keeps its rule/);
    expect((await kasse(["audit", "verify"], env)).code).toBe(0);
    expect(await schemaOf(queryOf(target))).toEqual(await schemaOf(shop.sale.query));
    const jobs = (query: Query) =>
      query(
        "select task_identifier, key, run_at, attempts, max_attempts, last_error, locked_at from graphile_worker.jobs where key in ('later', 'given-up') order by key",
      );
    const waiting = await jobs(queryOf(target));
    expect(waiting).toEqual(await jobs(shop.sale.query));
    expect(waiting).toMatchObject([{ attempts: 25 }, { attempts: 0 }]);

    const restored = await startShop({ jobs: true, env });
    try {
      const shown = await kasse(["orders", "show", numbers[0] ?? ""], env);
      expect(shown.out).toContain("one@example.ch");
      expect(await order(restored, "three@example.ch")).toBe(`K${last + 10_001}`);
      await eventually("the new order is handed over", isHandedOver(target));
      const handed = await target.pool.query<{ number: string; again: boolean }>(
        `select o.number, h.delivered_at > $1 as again from handovers h join orders o on o.id = h.order_id order by 1`,
        [exportedAt],
      );
      expect(handed.rows.map(({ again }) => again)).toEqual([false, false, true]);
    } finally {
      await restored.stop();
      await target.drop();
    }
  });

  test("is rejected at once with other keys", async () => {
    const target = await createTestDatabase("empty");
    const env = { DATABASE_URL: target.url, DATA_DIR: join(folder, "elsewhere") };
    const { code, err, out } = await kasse(["import", file, "--next-order", "K500000"], env);
    expect(code).toBe(0);
    expect(out).toContain("the next order is K500000.");
    expect(err).toContain("This machine does not have the keys of the database (documents:test, document-numbers)");
    await target.drop();
  });
});

describe("an import leaves the database unchanged and rejects", () => {
  let target: TestDatabase;
  beforeAll(async () => {
    target = await createTestDatabase();
  });
  afterAll(() => target.drop());
  let made = 0;
  let lines: string[];
  beforeEach(async () => {
    lines = gunzipSync(await readFile(file))
      .toString()
      .split("\n");
  });
  async function run(content: Buffer | string[]) {
    const path = join(folder, `bad-${(made += 1)}.gz`);
    await writeFile(path, Array.isArray(content) ? gzipSync(content.join("\n")) : content);
    const whole = async () => [await contentOf(queryOf(target)), await schemaOf(queryOf(target))];
    const before = await whole();
    const ran = await kasse(["import", path], { ...settings, DATABASE_URL: target.url });
    expect(await whole()).toEqual(before);
    expect(ran.code).toBe(1);
    return ran.err;
  }

  test("a file that is truncated at any point", async () => {
    const whole = await readFile(file);
    for (const part of [0.1, 0.5, 0.9, 0.999])
      expect(await run(whole.subarray(0, Math.floor(whole.length * part)))).toMatch(/^kasse: the file is cut short/);
    // Truncated in a way that the compression does not detect.
    expect(await run([...lines.slice(0, -2), ""])).toMatch(/^kasse: the file is cut short/);
  });

  test("a changed file: another value, a missing row", async () => {
    const at = lines.findIndex((line) => line.includes("one@example.ch"));
    expect(await run(lines.with(at, (lines[at] ?? "").replace("one@", "eve@")))).toBe(
      "kasse: the file is damaged: its content does not have the checksum at its end.",
    );
    expect(await run(lines.toSpliced(at, 1))).toMatch(
      /^kasse: the file is damaged: accounts should have 2 rows and has 1/,
    );
  });

  test("another file, another version, other migrations", async () => {
    expect(await run(Buffer.from("hello"))).toBe(
      "kasse: the file is damaged, or not an export of Kasse: copy it again, and check its name.",
    );
    expect(await run(['{"some":"json"}', ""])).toBe("kasse: the file is not an export of Kasse.");
    const header = JSON.parse(lines[0] ?? "") as { migrations: [string, string][] };
    expect(await run(lines.with(0, JSON.stringify({ ...header, version: 2 })))).toContain(
      "the file has version 2 of the format, but this version of Kasse reads 1",
    );
    const earlier = { ...header, migrations: header.migrations.slice(0, -1) };
    expect(await run(lines.with(0, JSON.stringify(earlier)))).toMatch(
      /the file was exported at the migration \d{4}_.*import it with the version of Kasse that exported it, and upgrade afterwards/,
    );
  });

  test("a database with rows; and an export overwrites no file", async () => {
    const into = await kasse(["import", file], settings);
    expect(into.err).toMatch(/^kasse: the database is not empty \(\w+ has rows\): import into a new database/);
    expect((await kasse(["export", "--out", file], settings)).err).toBe(
      `kasse: ${file} already exists: choose a new file.`,
    );
    expect((await kasse(["import", join(folder, "nowhere")], { ...settings, DATABASE_URL: target.url })).err).toBe(
      `kasse: ${join(folder, "nowhere")} does not exist.`,
    );
  });
});

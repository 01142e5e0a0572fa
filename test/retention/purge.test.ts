import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, type StoredForm } from "#server/sale/identity/stored-form.ts";
import { openEvent } from "#server/sale/order/event/order.ts";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Law } from "#core/law/law.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { PERIODS } from "#server/config/periods.ts";
import { purge, type Purged } from "#server/operator/retention/purge.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

const DAY_MS = 24 * 3600_000;
let shop: Shop;
let image: Blob;
let folder: string;
beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true, periods: { timetable: PERIODS.timetable } }), picture()]);
  folder = join(shop.kasse.services.config.dataDir, "documents");
});
afterAll(() => shop.stop());

const log = pino({ level: "silent" });
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<T>(text, values)).rows;

/** Purges as if a number of days had passed; returns the counts of deleted rows, by name. */
async function purgeAfter(
  days: number,
  options = { dryRun: false },
  law: Law = shop.kasse.services.law,
): Promise<Record<string, number>> {
  const { db, documents, config, seals } = shop.kasse.services;
  const now = new Date(Date.now() + days * DAY_MS);
  const { unorderedDocuments } = config;
  const retention = retentionOf(config.retention, law);
  const purged: Purged = await purge({ db, documents, retention, unorderedDocuments, seals, now, log }, options);
  // Counts of attempts, steps of checkouts and queues of jobs are written at any time.
  const gone = purged.filter(
    ({ about, count }) => count > 0 && !/^(counts of tries|steps of checkouts|queues without a job)$/.test(about),
  );
  return Object.fromEntries(gone.map(({ about, count }) => [about, count]));
}

async function files(): Promise<string[]> {
  const folders = await readdir(folder).catch(() => []);
  return (await Promise.all(folders.map((name) => readdir(join(folder, name))))).flat();
}

let people = 0;
async function customer(tariff: string): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff });
  await shopper.becomeCustomer(`purge${(people += 1)}@example.ch`, image);
  return shopper;
}

const checkout = async (shopper: Shopper) =>
  (
    await query<{ form: object | null; registered_email: string | null }>("select * from checkouts where id = $1", [
      shopper.checkoutId,
    ])
  )[0];

beforeEach(() => purgeAfter(400));

describe("abandoned checkouts", () => {
  test("are all found among many that stay, regardless of their number and of identical times", async () => {
    const many = 4500;
    await query(`
      insert into accounts (email, profile) values ('window@example.ch', '{}');
      insert into checkouts (id, record, shown, locale, updated_at)
        select 'window' || n, '{}', '{}', 'de', now() - interval '40 days' + (n / 1500) * interval '1 microsecond' from generate_series(1, ${many}) n;
      insert into orders (number, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale)
        select 'W' || n, 'window' || n, (select id from accounts where email = 'window@example.ch'), 'placed', false, false, '{}', '{}', '{}', 'de'
        from generate_series(1, ${many}) n where n % 9 <> 0`);
    expect((await purgeAfter(0))["abandoned checkouts"]).toBe(many / 9);
    expect(await query("select 1 from checkouts where id like 'window%'")).toHaveLength((many * 8) / 9);
    await query("delete from orders where number like 'W%'");
    await query("delete from checkouts where id like 'window%'");
    await query("delete from accounts where email = 'window@example.ch'");
  });

  test("are deleted after 30 days with their documents, files first; one with an order stays", async () => {
    const abandoned = await customer("PREPAID0");
    const buyer = await customer("PREPAID0");
    await expectOk("order", buyer.call("createOrder", {}));
    expect(await files()).toHaveLength(2);
    expect(await purgeAfter(29)).not.toHaveProperty("abandoned checkouts");
    expect(await purgeAfter(31, { dryRun: true })).toMatchObject({ "abandoned checkouts": 1 });
    expect(await checkout(abandoned)).toBeDefined();
    expect(await purgeAfter(31)).toMatchObject({ "abandoned checkouts": 1 });
    expect(await checkout(abandoned)).toBeUndefined();
    expect(await checkout(buyer)).toBeDefined();
    expect(await files()).toHaveLength(1);
    expect(await purgeAfter(31)).toEqual({});
  });

  test("a checkout whose payment is open or paid is never touched", async () => {
    const shopper = await customer("PREPAID20");
    await expectOk("begin", shopper.call("prepareTransaction"));
    const before = await checkout(shopper);
    for (const state of ["open", "paid"]) {
      await query("update payments set state = $1, refund_requested_at = now() where checkout_id = $2", [
        state,
        shopper.checkoutId,
      ]);
      await purgeAfter(4100);
      expect(await checkout(shopper)).toEqual(before);
    }
    await query("update payments set state = 'refunded' where checkout_id = $1", [shopper.checkoutId]);
  });

  test("after a payment that ended without an order the person is deleted, and the payment stays for late money", async () => {
    const shopper = await customer("PREPAID20");
    await expectOk("begin", shopper.call("prepareTransaction"));
    await query("update payments set state = 'declined' where checkout_id = $1", [shopper.checkoutId]);
    expect(await purgeAfter(31)).toMatchObject({ "persons in abandoned checkouts that had a payment": 1 });
    expect(await checkout(shopper)).toMatchObject({
      form: null,
      registered_email: null,
      registered_hash: null,
      account_id: null,
      document_id: null,
    });
    expect(await query("select 1 from payments where checkout_id = $1", [shopper.checkoutId])).toHaveLength(1);
    expect(await files()).toEqual([]);
    expect(await purgeAfter(31)).toEqual({});
  });

  test("are deleted in more than one batch", async () => {
    await query(
      `insert into checkouts (id, record, shown, locale) select 'batch' || n, '{}', '{}', 'de' from generate_series(1, 250) n`,
    );
    expect(await purgeAfter(31)).toMatchObject({ "abandoned checkouts": 250 });
  });
});

describe("documents", () => {
  test("of an order are deleted after the configured time, and the order stays", async () => {
    const shopper = await customer("PREPAID0");
    const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
    expect(await purgeAfter(182)).toEqual(expect.not.objectContaining({ "documents of orders": 1 }));
    expect(await files()).toHaveLength(1);
    expect(await purgeAfter(184)).toMatchObject({ "documents of orders": 1 });
    expect(await files()).toEqual([]);
    expect(await query("select document_id from orders where number = $1", [orderNumber])).toEqual([
      { document_id: null },
    ]);
  });

  test("and the order itself are deleted after the period of the law on the day of the order", async () => {
    const [before, after] = [await customer("PREPAID0"), await customer("PREPAID0")];
    for (const shopper of [before, after]) await expectOk("order", shopper.call("createOrder", {}));
    await eventually(
      "the hand-over",
      async () => (await query("select 1 from handovers where delivered_at is null")).length === 0,
    );
    await query("update orders set created_at = created_at + interval '2 days' where checkout_id = $1", [
      after.checkoutId,
    ]);
    const [source, from] = ["a test", formatDay(addDays(dayInZurich(new Date()), 1))];
    const law: Law = {
      ...shop.kasse.services.law,
      documentRetention: [
        { from: "2024-01-01", source, days: 10 },
        { from, source, days: 20 },
      ],
      orderRetention: [
        { from: "2024-01-01", source, days: 50 },
        { from, source, days: 30 },
      ],
    };
    const hasDocument = async ({ checkoutId }: Shopper) =>
      (await query("select 1 from orders where checkout_id = $1 and document_id is not null", [checkoutId])).length > 0;
    expect(await purgeAfter(13, { dryRun: true }, law)).toMatchObject({ "documents of orders": 1 });
    await purgeAfter(13, { dryRun: false }, law);
    expect([await hasDocument(before), await hasDocument(after)]).toEqual([false, true]);
    expect(await purgeAfter(23, { dryRun: false }, law)).toMatchObject({
      "documents of orders": 1,
      "identity data of orders": 1,
    });
    expect([await hasDocument(before), await hasDocument(after)]).toEqual([false, false]);
    await purgeAfter(33, { dryRun: false }, law);
    expect(await checkout(before)).toBeDefined();
    expect(await checkout(after)).toBeUndefined();
    await purgeAfter(51, { dryRun: false }, law);
    expect(await checkout(before)).toBeUndefined();
  });

  test("a later upload replaces the earlier one at once, row and file", async () => {
    const shopper = await customer("PREPAID0");
    const [first] = await files();
    await expectOk("upload", shopper.upload(image));
    const rows = await query<{ storage_key: string }>("select storage_key from documents where checkout_id = $1", [
      shopper.checkoutId,
    ]);
    expect(rows).toHaveLength(1);
    expect(await files()).toEqual(rows.map((row) => row.storage_key));
    expect(await files()).not.toContain(first);
  });

  test("document numbers and PUKs are deleted with them from the order, its form and its event; the order stays", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    const transfer = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "87654321" };
    await shopper.becomeCustomer("identity@example.ch", image, transfer);
    const { orderNumber } = (await expectOk("order", shopper.call("createOrder", {}))) as { orderNumber: string };
    const { seals } = shop.kasse.services;
    type Stored = {
      id: string;
      customer: StoredForm;
      form: StoredForm;
      event_id: string;
      event: object;
      delivered_at: string;
    };
    /** Returns all stored data, decrypted. */
    const whole = async () => {
      const [row] = await query<Stored>(
        `select c.id, o.customer, c.form, h.event_id, h.event, h.delivered_at from orders o join checkouts c on c.id = o.checkout_id
         join handovers h on h.order_id = o.id where o.number = $1`,
        [orderNumber],
      );
      if (!row) throw new Error("There is no such order");
      const { id, customer, form, event_id, event, delivered_at } = row;
      const stored = JSON.stringify(row);
      for (const secret of secrets) expect(stored).not.toMatch(secret);
      const opened = await Promise.all([customer, form].map((each) => openForm(seals, id, readSealedForm(each))));
      return JSON.stringify([...opened, await openEvent(seals, event_id, event), { delivered_at }]);
    };
    const secrets = [/87654321/, /182400004/, /individualIdentification/, /2022-05-01/];
    for (const secret of secrets) expect(await whole()).toMatch(secret);
    // Not handed over yet: the operator still needs all data.
    await eventually("the hand-over", async () => !(await whole()).includes('"delivered_at":null'));
    await query("update handovers set delivered_at = null where order_id = (select id from orders where number = $1)", [
      orderNumber,
    ]);
    expect(await purgeAfter(184)).not.toHaveProperty("identity data of orders");
    await query("update handovers set delivered_at = now() where delivered_at is null");
    expect(await purgeAfter(182)).not.toHaveProperty("identity data of orders");
    expect(await purgeAfter(184)).toMatchObject({ "identity data of orders": 1 });
    for (const secret of secrets) expect(await whole()).not.toMatch(secret);
    expect(await whole()).toContain("41795550143");
    // The remaining data is still an event that the operator's systems can read, in case it is sent again.
    const problems = (value: unknown) => orderingMistakes("ProductOrderCreateEvent", value);
    const [kept] = await query<Stored>("select event_id, event from handovers order by created_at desc limit 1");
    expect(problems(kept && (await openEvent(seals, kept.event_id, kept.event)))).toEqual([]);
    expect(await purgeAfter(184)).toEqual({});
  });

  test("an order keeps its document despite later uploads", async () => {
    for (let round = 0; round < 5; round++) {
      const shopper = await customer("PREPAID0");
      await Promise.all([shopper.upload(image), shopper.call("createOrder", {}), shopper.upload(image)]);
      const [order] = await query<{ storage_key: string | null }>(
        "select d.storage_key from orders o left join documents d on d.id = o.document_id where o.checkout_id = $1",
        [shopper.checkoutId],
      );
      expect(await files()).toContain(order?.storage_key);
      expect(await query("select 1 from documents where checkout_id = $1", [shopper.checkoutId])).toHaveLength(1);
    }
  });

  test("rows and files without a reference are deleted after a day", async () => {
    const shopper = await customer("PREPAID0");
    await query("update checkouts set document_id = null where id = $1", [shopper.checkoutId]);
    const { documents } = shop.kasse.services;
    await documents.put("0a-crashed", Buffer.from("x"));
    // The clock of a file system can differ from that of the shop.
    await utimes(join(folder, "0a", "0a-crashed"), new Date(), new Date());
    expect(await purgeAfter(0)).toEqual({});
    expect(await purgeAfter(2, { dryRun: true })).toEqual({
      "documents without an order": 1,
      "files without a document": 1,
    });
    expect(await purgeAfter(2)).toEqual({ "documents without an order": 1, "files without a document": 1 });
    expect(await files()).toEqual([]);
  });

  test("files of another database are ignored", async () => {
    const { documents } = shop.kasse.services;
    const old = new Date(Date.now() - 3 * DAY_MS);
    for (let at = 0; at < 30; at++) {
      await documents.put(`0b-${at}`, Buffer.from("x"));
      await utimes(join(folder, "0b", `0b-${at}`), old, old);
    }
    expect(await purgeAfter(0)).toEqual({});
    expect(await files()).toHaveLength(30);
    for (let at = 0; at < 30; at++) await documents.remove(`0b-${at}`);
  });
});

test("answers of solvency checks are deleted after a day, and refusals after the days of the law", async () => {
  const keep = (question: string, answer: object | null) =>
    query("insert into credit_checks (question, related, asked_at, answer) values ($1, '{}', now(), $2)", [
      question,
      answer,
    ]);
  await keep("solvent", { person: "p", solvent: true });
  await keep("refused", { person: "q", solvent: false });
  await keep("unanswered", null);
  const about = "answers of solvency checks";
  expect(await purgeAfter(0.9)).not.toHaveProperty(about);
  expect(await purgeAfter(1.1)).toHaveProperty(about, 2);
  expect(await query("select question from credit_checks")).toEqual([{ question: "refused" }]);
  expect(await purgeAfter(89)).not.toHaveProperty(about);
  expect(await purgeAfter(91)).toHaveProperty(about, 1);
});

test("codes, links, tokens, counts and webhook ids are deleted after their time", async () => {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART60" });
  await shopper.logIn("mia.keller@example.ch");
  await expectOk("sms", shopper.call("sendSms", { phone: "784000001" }));
  await query("insert into webhook_events (provider, event_id) values ('p', 'e')");
  await query("insert into sms_events (state) values (null), ('delivered')");
  expect(await purgeAfter(6)).toEqual({});
  expect(await purgeAfter(8)).toEqual({ "login codes": 1, "counts of texts": 2, "ended logins": 1 });
  expect(await query("select 1 from limit_counters where window_start < now() - interval '1 day'")).toEqual([]);
  expect(await purgeAfter(91)).toMatchObject({ "ids of webhook events": 1 });
});

test("the history of shoppers is deleted with the period of checkouts", async () => {
  const left = async () => (await query("select at from checkout_calls where call = 'prepare' and times = 77")).length;
  await query(`insert into checkout_calls (checkout_id, at, call, times)
    select 'gone', now() - n * interval '1 day' - interval '1 hour', 'prepare', 77 from generate_series(28, 31) n`);
  await purgeAfter(0);
  expect(await left()).toBe(2);
});

test("the command counts and purges, and the job does the same at night", async () => {
  await query(
    `insert into checkouts (id, record, shown, locale, updated_at) values ('old1', '{}', '{}', 'de', now() - interval '31 days')`,
  );
  expect((await kasse(["purge", "--dry-run"], settingsOf(shop))).out).toMatch(
    /^Would be removed:\n[^]*abandoned checkouts +1\n/,
  );
  expect((await kasse(["purge"], { ...settingsOf(shop), RETENTION_CHECKOUTS_DAYS: "60" })).out).toMatch(
    /abandoned checkouts +0\n/,
  );
  await query("select graphile_worker.add_job('purge', '{}')");
  await eventually("the job", async () => (await query("select 1 from checkouts where id = 'old1'")).length === 0);
  const known = await query(
    "select identifier from graphile_worker._private_known_crontabs where identifier = 'purge'",
  );
  expect(known).toHaveLength(1);
});

test("accounts of people who never ordered are deleted with their checkouts, document claims with the identity data", async () => {
  const buyer = await customer("PREPAID0");
  await expectOk("order", buyer.call("createOrder", {}));
  const visitor = await customer("PREPAID0");
  const accounts = async () =>
    (
      await query<{ email: string }>(
        "select a.email from accounts a join checkouts c on c.account_id = a.id where c.id = any($1) order by 1",
        [[buyer.checkoutId, visitor.checkoutId]],
      )
    ).length;
  expect(await accounts()).toBe(2);
  const [before] = await query<{ count: number }>("select count(*)::int as count from accounts");
  expect(await purgeAfter(31)).toMatchObject({ "accounts without an order": expect.any(Number) });
  const [after] = await query<{ count: number }>("select count(*)::int as count from accounts");
  expect(after?.count).toBeLessThan(before?.count ?? 0);
  expect(await accounts()).toBe(1);
  const claims = async () => (await query("select 1 from document_claims")).length;
  expect(await claims()).toBeGreaterThan(0);
  await query("update handovers set delivered_at = now() where delivered_at is null");
  await purgeAfter(200);
  expect(await claims()).toBe(0);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pino } from "pino";
import { createSeals } from "#server/platform/encryption/seals.ts";
import { keysInUse, rotateDocuments } from "#server/operator/rotate.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { purge } from "#server/operator/retention/purge.ts";
import { sealOldIdentities } from "#server/sale/order/old-rows.ts";
import { containing, wholeDatabase, wholeFolder } from "../support/everything.ts";
import { personForm, picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let image: Blob;
const EMAIL = "wanda.spurlos@example.ch";
const PERSON = {
  first_name: "Wanda",
  last_name: "Spurlos-Vonderweid",
  mobilePhone: "41785550199",
  address: "Hinterwäldlerstrasse",
  idNo: "S7734012X",
  issuer: "Ausweisbüro Hintersee",
  issueDate: "2021-07-23",
  validUntil: "2031-07-22",
};
const TRANSFER = { mnp: true, mnpMsisdn: "41795550177", mnpSubscriptionType: "Prepaid", puk: "48151623" };
/** Values that must never be in plain text, and values that must be deleted in the end. */
const SECRET = [PERSON.idNo, PERSON.issuer, PERSON.issueDate, PERSON.validUntil, TRANSFER.puk];
const TRACES = [...SECRET, EMAIL, "Spurlos", "Hinterwäldler", "785550199", "795550177", "ein-gutes-Wort-2026"];
/** They simulate the operator's own systems, which receive everything. */
const SANDBOXES = ["sandbox_messages", "sandbox_orders"];
let orderNumber = "";

beforeAll(async () => {
  [shop, image] = await Promise.all([startShop({ jobs: true }), picture()]);
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff: "SMART60", mobile: "AARE5" });
  await shopper.becomeCustomer(EMAIL, image, { ...PERSON, ...TRANSFER, simType: "1" });
  ({ orderNumber } = (await expectOk("order", shopper.call("createOrder", {}))) as { orderNumber: string });
  // Another checkout of the same person, with a picture and a payment, that is abandoned.
  shopper.checkoutId = null;
  await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
  const form = { ...personForm(EMAIL), ...PERSON } as never;
  for (const step of ["validateCustomer", "updateCustomer"] as const) await expectOk(step, shopper.call(step, form));
  await shopper.upload(image);
  await expectOk("create", shopper.createCustomer(form));
  await expectOk("payment", shopper.call("prepareTransaction", {}));
  // A shopper who only registers, with a forgotten password, a wrong one, and a phone.
  const forgotten = shop.shopper();
  await forgotten.choose({ type: "Tariff", tariff: "SMART30" });
  await forgotten.register(`x.${EMAIL}`);
  await forgotten.call("photoLink", {});
  await forgotten.call("passwordReset", { username: EMAIL });
  await forgotten.logIn(EMAIL, "falsches Wort");
  await forgotten.call("sendSms", { phone: PERSON.mobilePhone });
  await eventually("the order has been handed over", async () => (await shop.orders()).length > 0);
  await eventually("the mail about the password", async () => (await shop.messages(EMAIL)).length > 1);
});
afterAll(() => shop.stop());

const everything = async (texts: readonly string[], without: readonly string[] = []) =>
  containing(
    texts,
    await wholeDatabase(shop.database.pool, without),
    await wholeFolder(shop.kasse.services.config.dataDir),
  );

test("the search finds existing values", async () => {
  expect((await everything(["Spurlos"], SANDBOXES)).length).toBeGreaterThan(1);
  expect(await everything([PERSON.idNo])).toEqual([expect.stringContaining("sandbox_orders")]);
});

test("no document number, date, issuer or PUK is in plain text in the database or a file", async () => {
  expect(await everything(SECRET, SANDBOXES)).toEqual([]);
});

describe("rows from before the encryption", () => {
  test("are encrypted at the next start, once, and the hand-over is unchanged", async () => {
    const { db, seals } = shop.kasse.services;
    const { rows } = await shop.database.pool.query<{ event: object }>(
      "select event from sandbox_orders order by at limit 1",
    );
    const clear = JSON.stringify({ idNo: PERSON.idNo, puk: TRANSFER.puk });
    await shop.database.pool.query("update orders set customer = customer - 'sealed' || $2::jsonb where number = $1", [
      orderNumber,
      clear,
    ]);
    await shop.database.pool.query(
      "update checkouts set form = form - 'sealed' || $2::jsonb where id = (select checkout_id from orders where number = $1)",
      [orderNumber, clear],
    );
    await shop.database.pool.query(
      "update handovers set event = $1, delivered_at = null where event->>'eventType' = 'ProductOrderCreateEvent'",
      [rows[0]?.event],
    );
    expect(await everything(SECRET, SANDBOXES)).toHaveLength(3);
    await sealOldIdentities(db, seals);
    const once = await wholeDatabase(shop.database.pool, SANDBOXES);
    expect(containing(SECRET, once, [])).toEqual([]);
    await sealOldIdentities(db, seals);
    const sealed = (all: readonly string[]) => all.filter((row) => row.includes("sealed"));
    expect(sealed(await wholeDatabase(shop.database.pool, SANDBOXES))).toEqual(sealed(once));
  });

  test("are encrypted whatever numbers they contain, and the start completes", async () => {
    const { db, seals } = shop.kasse.services;
    await shop.database.pool.query(
      `update handovers set event = '{"eventId":"x","eventType":"ProductOrderCreateEvent","event":{"n":12345678901234567890.10,"idNo":"${PERSON.idNo}"}}'
       where event_id = (select event_id from handovers where event->>'eventType' <> 'ProductOrderCreateEvent' limit 1)`,
    );
    expect(await everything([PERSON.idNo], SANDBOXES)).toHaveLength(1);
    await sealOldIdentities(db, seals);
    expect(await everything([PERSON.idNo], SANDBOXES)).toEqual([]);
  });

  test("are written once by two simultaneous processes", async () => {
    const { db, seals } = shop.kasse.services;
    await shop.database.pool.query("update orders set customer = customer - 'sealed' || $1::jsonb", [
      JSON.stringify({ idNo: PERSON.idNo, puk: TRANSFER.puk }),
    ]);
    await Promise.all([1, 2, 3].map(() => sealOldIdentities(db, seals)));
    expect(await everything(SECRET, SANDBOXES)).toEqual([]);
  });
});

test("a rotation of the keys re-encrypts everything, and a lost key is reported", async () => {
  const { db, documents, config, seals } = shop.kasse.services;
  const [old] = await keysInUse(db);
  const next = { id: "next", key: Buffer.alloc(32, 7) };
  const { documentKeys } = await import("#server/platform/encryption/keys.ts");
  const keys = [next, ...(await documentKeys(config.documentKeys, config.dataDir))];
  const rotated = await rotateDocuments({ db, documents, keys });
  expect([...rotated.inUse.keys()]).toEqual(["next"]);
  const { rows } = await shop.database.pool.query<{ id: string; form: { sealed: string } }>(
    "select id, form from checkouts where form ? 'sealed' limit 1",
  );
  const [row] = rows;
  const withNext = createSeals([next], config.dataDir);
  expect(await withNext.open(row?.form.sealed ?? "", `identity:${row?.id}`)).toContain(PERSON.idNo);
  await expect(withNext.open(row?.form.sealed ?? "", "identity:another")).rejects.toThrow("cannot be decrypted");
  await expect(seals.open(row?.form.sealed ?? "", `identity:${row?.id}`)).rejects.toThrow('the key "next"');
  const back = await rotateDocuments({ db, documents, keys: [...keys.slice(1), next] });
  expect([...back.inUse.keys()]).toEqual([old?.[0]]);
});

test("after every retention period no data of the person is left, neither in the database nor in a file", async () => {
  const { db, documents, config, law, seals } = shop.kasse.services;
  const log = pino({ level: "silent" });
  // The tests above have reset deliveries that no job repeats.
  await shop.database.pool.query("update handovers set delivered_at = now()");
  await shop.database.pool.query("update payments set state = 'cancelled' where state = 'open'");
  for (const days of [2, 8, 32, 185, 400, 4020]) {
    const now = new Date(Date.now() + days * 24 * 3600_000);
    const retention = retentionOf(config.retention, law);
    const { unorderedDocuments } = config;
    await purge({ db, documents, retention, unorderedDocuments, seals, now, log }, { dryRun: false });
  }
  expect(await everything(TRACES)).toEqual([]);
  for (const table of ["accounts", "checkouts", "orders", "documents", "document_claims", "tokens", "esims"]) {
    const { rows } = await shop.database.pool.query(`select 1 from ${table}`);
    expect([table, rows.length]).toEqual([table, 0]);
  }
  const files = await wholeFolder(config.dataDir);
  expect(files.map(({ path }) => path).filter((path) => path.includes("documents/"))).toEqual([]);
});

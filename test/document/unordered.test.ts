import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { PERIODS } from "#server/config/periods.ts";
import { purgeUnorderedDocuments } from "#server/operator/retention/purge.ts";
import { personForm, picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

const HOUR_MS = 3600_000;
const MB = 1024 * 1024;
let shop: Shop;
let image: Blob;
beforeAll(async () => {
  [shop, image] = await Promise.all([
    startShop({ jobs: true, env: { UNORDERED_DOCUMENTS_MB: "20" }, periods: { timetable: PERIODS.timetable } }),
    picture(),
  ]);
});
afterAll(() => shop.stop());

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<T>(text, values)).rows;
const files = async () => {
  const folder = join(shop.kasse.services.config.dataDir, "documents");
  const folders = await readdir(folder).catch(() => []);
  return (await Promise.all(folders.map((name) => readdir(join(folder, name))))).flat();
};
const purgeAfter = (hours: number) => {
  const now = () => new Date(Date.now() + hours * HOUR_MS);
  return purgeUnorderedDocuments({ ...shop.kasse.services, now })({});
};
const documentOf = async ({ checkoutId }: Shopper) =>
  (await query<{ document_id: string | null }>("select document_id from checkouts where id = $1", [checkoutId]))[0]
    ?.document_id;
/** Sets the size of a checkout's document in bytes. */
const weigh = ({ checkoutId }: Shopper, bytes: number) =>
  query("update documents set bytes = $2 where checkout_id = $1", [checkoutId, bytes]);

let people = 0;
async function customer(tariff = "PREPAID0"): Promise<Shopper> {
  const shopper = shop.shopper();
  await shopper.choose({ type: "Tariff", tariff });
  await shopper.becomeCustomer(`unordered${(people += 1)}@example.ch`, image, { simType: "1" });
  return shopper;
}

describe("the picture of a checkout without an order", () => {
  test("is deleted after a day, and the returning shopper is asked for it again and can buy", async () => {
    const shopper = await customer("PREPAID20");
    await expectOk("payment page", shopper.prepare("6"));
    await purgeAfter(23);
    expect(await documentOf(shopper)).not.toBeNull();
    await purgeAfter(25);
    expect(await files()).toEqual([]);
    expect(await query("select 1 from documents where checkout_id = $1", [shopper.checkoutId])).toEqual([]);
    expect(await shopper.prepare("6")).toMatchObject({ status: 409, body: { page: "5" } });
    expect(await shopper.prepare("5")).toMatchObject({ status: 200, body: { documentKept: false } });
    expect((await shopper.call("prepareTransaction")).status).toBe(409);
    await expectOk("upload", shopper.upload(image));
    await expectOk("payment page", shopper.prepare("6"));
  });

  test("stays with the order", async () => {
    const shopper = await customer();
    await expectOk("order", shopper.call("createOrder", {}));
    await purgeAfter(100);
    expect(await documentOf(shopper)).not.toBeNull();
    expect(await files()).toHaveLength(1);
  });

  test("stays while a payment is open; a payment that succeeds after it was declined and the picture was deleted is refunded", async () => {
    const shopper = await customer("PREPAID20");
    const { redirectUrl } = (await expectOk("begin", shopper.call("prepareTransaction"))) as { redirectUrl: string };
    await purgeAfter(30);
    expect(await documentOf(shopper)).not.toBeNull();
    await query("update payments set state = 'declined' where checkout_id = $1", [shopper.checkoutId]);
    await purgeAfter(30);
    expect(await documentOf(shopper)).toBeNull();
    const hostedId = await shopper.pressAtProvider(redirectUrl, "pay");
    await shopper.transactionStatus(hostedId ?? "");
    await eventually("the refund", async () => {
      const [row] = await query<{ state: string }>("select state from payments where checkout_id = $1", [
        shopper.checkoutId,
      ]);
      return row?.state === "refunded";
    });
    expect(await query("select 1 from orders where checkout_id = $1", [shopper.checkoutId])).toEqual([]);
  });
});

describe("the quota", () => {
  test("one customer's pictures in open checkouts are limited, and this checkout's picture can still be replaced", async () => {
    const first = await customer();
    const email = `unordered${people}@example.ch`;
    await weigh(first, 15 * MB);
    await expectOk("replace", first.upload(image));
    await weigh(first, 15 * MB);
    const second = shop.shopper();
    second.token = first.token;
    await second.choose({ type: "Tariff", tariff: "PREPAID0" });
    await expectOk("prepare", second.prepare("4"));
    const form = personForm(email);
    await expectOk("validate", second.call("validateCustomer", form as never));
    await expectOk("update", second.call("updateCustomer", form as never));
    const refused = await second.upload(image);
    expect(refused).toMatchObject({ status: 429, body: { message: expect.stringMatching(/offenen Bestellungen/) } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await expectOk("order", first.call("createOrder", {}));
    await expectOk("upload", second.upload(image));
  });

  test("when it is full, no picture is stored; the purge then keeps pictures for an hour only", async () => {
    const filler = await customer();
    const shopper = await customer();
    await weigh(filler, 20 * MB);
    expect(await shopper.upload(image)).toMatchObject({ status: 429 });
    const metrics = await shop.metrics();
    expect(Number(/kasse_unordered_documents_bytes (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(20 * MB);
    await query("update documents set created_at = now() - interval '61 minutes' where checkout_id = $1", [
      filler.checkoutId,
    ]);
    // The rejected upload requested space: the job deletes pictures older than an hour.
    await shopper.upload(image);
    await eventually("the picture is gone", async () => (await documentOf(filler)) === null);
    await eventually("room", async () => (await shopper.upload(image)).status === 200);
    expect(await shopper.request("GET", `${API_PREFIX}/prepare/5/5`)).toMatchObject({ status: 200 });
  });

  test("the job runs every ten minutes", async () => {
    const known =
      "select 1 from graphile_worker._private_known_crontabs where identifier = 'purge-unordered-documents'";
    expect(await query(known)).toHaveLength(1);
  });
});

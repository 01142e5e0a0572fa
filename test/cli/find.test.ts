import { INSOLVENT } from "../support/insolvent.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namedBy } from "#server/operator/support/find.ts";
import { checkoutsNamed } from "#server/read-models/checkouts.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk } from "../support/shopper.ts";

let shop: Shop;
let placed: string;
let onHold: string;
let checkoutId: string;
let payment: { id: string; hosted_id: string; provider_payment_id: string };
beforeAll(async () => {
  shop = await startShop({ jobs: true });
  const image = await picture(64, 64);
  const begin = async (tariff: string, email: string, changes: Record<string, unknown>) => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff });
    await shopper.becomeCustomer(email, image, changes);
    return shopper;
  };
  const order = async (...given: Parameters<typeof begin>) =>
    (await expectOk("order", (await begin(...given)).call("createOrder", {}))).orderNumber;
  const transfer = { mnp: 1, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "12345678" };
  placed = await order("SMART30", "find1@example.ch", {
    ...transfer,
    mobilePhone: "+41 78 111 22 33",
    idNo: "X1234561",
  });
  onHold = await order("SMART30", "find2@example.ch", {
    ...INSOLVENT,
    mobilePhone: "0781112244",
    idNo: "X1234562",
  });
  await begin("PREPAID10", "find3@example.ch", { mobilePhone: "0781112255", idNo: "X1234563" });
  const { pool } = shop.database;
  const checkout = await pool.query<{ id: string }>(
    "select id from checkouts where id not in (select checkout_id from orders)",
  );
  checkoutId = checkout.rows[0]?.id ?? "";
  const made = await pool.query<typeof payment>(
    `insert into payments (checkout_id, provider, hosted_id, provider_payment_id, state, amount, fingerprint, shown, expires_at,
      refund_requested_at, next_check_at)
    select id, 'sandbox', 'hosted-77', 'psp/4711', 'paid', 1000, 'x', shown, now(), now(), now() + interval '1 day' from checkouts where id = $1
    returning id, hosted_id, provider_payment_id`,
    [checkoutId],
  );
  if (!made.rows[0]) throw new Error("There is no payment");
  payment = made.rows[0];
});
afterAll(() => shop.stop());

const run = (...argv: string[]) => kasse(argv, settingsOf(shop));
type Json = { orders: { number: string }[]; checkouts: { id: string }[]; payments: { id: string; amount: number }[] };
/** Returns the numbers of orders, then the prefixes of the ids of checkouts and payments. */
async function find(text: string): Promise<string[]> {
  const { code, out } = await run("find", text, "--json");
  expect(code).toBe(0);
  const { orders, checkouts, payments } = JSON.parse(out) as Json;
  return [...orders.map(({ number }) => number), ...[...checkouts, ...payments].map(({ id }) => id.slice(0, 8))];
}

describe("find", () => {
  test.each([
    "+41 78 111 22 33",
    "078/111.22.33",
    "0041781112233",
    "+41 (0)78 1112233",
    "tel:+41-78-111-22-33",
    "781112233",
  ])("the order of the phone number %s", async (spelling) => expect(await find(spelling)).toEqual([placed]));

  test("by the transferred number, the e-mail in any case, the order's number with or without K", async () => {
    expect(await find("079 555 01 43")).toEqual([placed]);
    expect(await find(" Find2@Example.CH ")).toEqual([onHold]);
    expect(await find(placed)).toEqual([placed]);
    expect(await find(placed.slice(1))).toEqual([placed]);
    const { rows } = await shop.database.pool.query<{ id: string }>("select id from orders where number = $1", [
      placed,
    ]);
    expect(await find(rows[0]?.id ?? "")).toEqual([placed]);
  });

  test("an open checkout with its payment: by e-mail, checkout, and each id of the payment", async () => {
    const both = [checkoutId.slice(0, 8), payment.id.slice(0, 8)];
    for (const text of ["find3@example.ch", checkoutId, payment.id, payment.hosted_id, payment.provider_payment_id])
      expect([text, await find(text)]).toEqual([text, both]);
  });

  test("a table contains the next command, and no checkout's id, which is a key", async () => {
    expect((await run("find", onHold)).out).toMatch(
      new RegExp(
        `^order .*\\n${onHold} .* onHold +SMART30 +find2@example\\.ch +none +orders show, hold release, hold cancel$`,
      ),
    );
    const { out } = await run("find", "find3@example.ch");
    expect(out).toContain(`${checkoutId.slice(0, 8)}… `);
    expect(out).not.toContain(checkoutId);
    expect(out).toMatch(new RegExp(`${payment.id} .* paid +10\\.– +sandbox +hosted-77 psp/4711 +refunds retry$`, "m"));
    const json = JSON.parse((await run("find", "find3@example.ch", "--json")).out) as Json;
    expect(json.payments[0]?.amount).toBe(10);
  });

  test.each(["nobody@example.ch", "0790000000", "K1", "x", "%", "078111"])("%s has no result", async (text) => {
    expect(await run("find", text)).toMatchObject({ code: 0, out: `Nothing found for "${text}".` });
  });

  test.each(["a@example.ch", "0781112233", "K100038", "3f0e0d5c-0000-4000-8000-000000000000", "hosted-77"])(
    "%s is found using only indexes, regardless of the number of rows",
    async (text) => {
      const { sql, parameters } = checkoutsNamed(namedBy(text)).compile(shop.kasse.services.db);
      const client = await shop.database.pool.connect();
      try {
        await client.query("set enable_seqscan = off");
        const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${sql}`, [...parameters]);
        const plan = rows.map((row) => row["QUERY PLAN"]);
        const linesWith = (pattern: RegExp) => plan.filter((line) => pattern.test(line));
        expect(linesWith(/Seq Scan/)).toEqual([]);
        // An index scan without a condition reads the whole index.
        const scans = linesWith(/Index (Only )?Scan (Backward )?using|Bitmap Index Scan/).length;
        expect([scans, plan]).toEqual([linesWith(/Index Cond:/).length, plan]);
        expect(scans).toBeGreaterThan(2);
      } finally {
        client.release(true);
      }
    },
  );
});

test("orders mail sends the mail about an order again, with a new key each time", async () => {
  const mails = async () =>
    (await shop.messages("find1@example.ch")).filter(({ text }) => text.includes(placed)).length;
  await eventually("the first mail", async () => (await mails()) === 1);
  for (const count of [2, 3]) {
    expect(await run("orders", "mail", placed)).toMatchObject({
      code: 0,
      out: `The mail about ${placed} (placed) is queued.`,
    });
    await eventually(`mail ${count}`, async () => (await mails()) === count);
  }
  expect((await run("orders", "mail", "K1")).err).toBe("kasse: there is no order K1.");
});

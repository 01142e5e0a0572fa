import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { namedBy } from "#server/operator/support/find.ts";
import { checkoutsNamed } from "#server/read-models/checkouts.ts";
import type { Order } from "#server/sale/order/order.ts";
import { command } from "../support/cli.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
let order: Order;
let placed: string;
let onHold: string;
let heldEmail: string;
let openEmail: string;
let checkoutId: string;
let payment: { id: string; hosted_id: string; provider_payment_id: string };
beforeAll(async () => {
  shop = await orderServices();
  const transfer = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "12345678" };
  order = await shop.made(SMART30, { form: { ...transfer, mobilePhone: "41781112233", idNo: "X1234561" } });
  placed = order.number;
  const held = await shop.held(SMART30, { form: { mobilePhone: "41781112244", idNo: "X1234562" } });
  [onHold, heldEmail] = [held.number, held.account.email];
  const form = { mobilePhone: "41781112255", idNo: "X1234563" };
  const checkout = await shop.ready({ type: "Tariff", tariff: "PREPAID10" }, { form });
  [checkoutId, openEmail] = [checkout.id, checkout.account?.email ?? ""];
  const [made] = await shop.sale.query<typeof payment>(
    `insert into payments (checkout_id, provider, hosted_id, provider_payment_id, state, amount, fingerprint, shown, expires_at,
      refund_requested_at, next_check_at)
    select id, 'sandbox', 'hosted-77', 'psp/4711', 'paid', 1000, 'x', shown, now(), now(), now() + interval '1 day' from checkouts where id = $1
    returning id, hosted_id, provider_payment_id`,
    [checkoutId],
  );
  if (!made) throw new Error("There is no payment");
  payment = made;
});
afterAll(() => shop.sale.close());

const run = (...argv: string[]) => command(shop.sale.db, argv);
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
    expect(await find(` ${heldEmail.toUpperCase()} `)).toEqual([onHold]);
    expect(await find(placed)).toEqual([placed]);
    expect(await find(placed.slice(1))).toEqual([placed]);
    expect(await find(order.id)).toEqual([placed]);
  });

  test("an open checkout with its payment: by e-mail, checkout, and each id of the payment", async () => {
    const both = [checkoutId.slice(0, 8), payment.id.slice(0, 8)];
    for (const text of [openEmail, checkoutId, payment.id, payment.hosted_id, payment.provider_payment_id])
      expect([text, await find(text)]).toEqual([text, both]);
  });

  test("a table contains the next command, and no checkout's id, which is a key", async () => {
    expect((await run("find", onHold)).out).toMatch(
      new RegExp(
        `^order .*\\n${onHold} .* onHold +SMART30 +${heldEmail} +none +orders show, hold release, hold cancel$`,
      ),
    );
    const { out } = await run("find", openEmail);
    expect(out).toContain(`${checkoutId.slice(0, 8)}… `);
    expect(out).not.toContain(checkoutId);
    expect(out).toMatch(new RegExp(`${payment.id} .* paid +10\\.– +sandbox +hosted-77 psp/4711 +refunds retry$`, "m"));
    const json = JSON.parse((await run("find", openEmail, "--json")).out) as Json;
    expect(json.payments[0]?.amount).toBe(10);
  });

  test.each(["nobody@example.ch", "0790000000", "K1", "x", "%", "078111"])("%s has no result", async (text) => {
    expect(await run("find", text)).toMatchObject({ code: 0, out: `Nothing found for "${text}".` });
  });

  test.each(["a@example.ch", "0781112233", "K100038", "3f0e0d5c-0000-4000-8000-000000000000", "hosted-77"])(
    "%s is found using only indexes, regardless of the number of rows",
    async (text) => {
      const named = checkoutsNamed(namedBy(text)).compile(shop.sale.db);
      await shop.sale.db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        const explain = CompiledQuery.raw(`explain ${named.sql}`, [...named.parameters]);
        const { rows } = await tx.executeQuery<{ "QUERY PLAN": string }>(explain);
        const plan = rows.map((row) => row["QUERY PLAN"]);
        const linesWith = (pattern: RegExp) => plan.filter((line) => pattern.test(line));
        expect(linesWith(/Seq Scan/)).toEqual([]);
        // An index scan without a condition reads the whole index.
        const scans = linesWith(/Index (Only )?Scan (Backward )?using|Bitmap Index Scan/).length;
        expect([scans, plan]).toEqual([linesWith(/Index Cond:/).length, plan]);
        expect(scans).toBeGreaterThan(2);
      });
    },
  );
});

test("orders mail queues the mail about an order again, with a new key each time", async () => {
  const keys = async () => (await shop.jobsOf(order)).flatMap(({ name, key }) => (name === "mail-order" ? [key] : []));
  expect(await keys()).toHaveLength(1);
  for (const count of [2, 3]) {
    expect(await run("orders", "mail", placed)).toMatchObject({
      code: 0,
      out: `The mail about ${placed} (placed) is queued.`,
    });
    expect(new Set(await keys()).size).toBe(count);
  }
  expect((await run("orders", "mail", "K1")).err).toBe("kasse: there is no order K1.");
});

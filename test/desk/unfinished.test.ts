import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WaitingKind } from "#core/desk/waiting-kinds.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let finance: DeskBrowser;
let catalogue: DeskBrowser;
let sales: ReturnType<typeof salesIn>;
beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true });
  sales = salesIn(shop, await picture());
  support = await atDesk(shop, "sandra@example.ch", "support");
  finance = await atDesk(shop, "fredi@example.ch", "finance");
  catalogue = await atDesk(shop, "katja@example.ch", "catalogue");
});
afterAll(() => shop.stop());

const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await shop.database.pool.query<Row>(text, [...values])).rows;

const retry = async (browser: DeskBrowser, kind: string, id: string, reason = "the cause is gone") =>
  (await browser.call("retryWaiting", { params: { kind, id }, body: { reason } })).body.failure ?? "done";

const listed = async (browser: DeskBrowser, kind: WaitingKind) =>
  (await browser.call("waiting", { query: { kind } })).body.things;

/**
 * Creates a payment that its provider has taken, of a purchase whose order cannot be written until `restore`: it stays
 * open.
 */
async function unsettledPayment(email: string): Promise<string> {
  await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
    create trigger refuse before insert on orders for each row execute function refuse()`);
  const shopper = await sales.unreported(email, "PREPAID20");
  expect((await shopper.call("createOrder", {})).status).not.toBe(200);
  const [payment] = await query<{ id: string }>(
    `update payments set expires_at = now() - interval '1 hour', next_check_at = now() + interval '1 day'
     where state = 'open' returning id`,
  );
  return payment?.id ?? "";
}

const restore = () => query("drop function refuse cascade");

/** Adds a job that was given up. Returns its id. */
async function givenUp(name: string, payload: object): Promise<string> {
  const [job] = await query<{ id: string }>(
    "select id from graphile_worker.add_job($1, $2::json, run_at := now() + interval '1 day', max_attempts := 1)",
    [name, JSON.stringify(payload)],
  );
  await query("update graphile_worker._private_jobs set attempts = 1, last_error = 'no answer' where id = $1", [
    job?.id,
  ]);
  return job?.id ?? "";
}

describe("given-up work is retried", () => {
  test("a paid payment becomes its order at once, and no second one", async () => {
    const id = await unsettledPayment("paid@example.ch");
    expect(await listed(catalogue, "unsettled")).toEqual([]);
    expect(await listed(finance, "unsettled")).toMatchObject([{ id, order: null, next: { retry: true } }]);
    expect(await retry(catalogue, "unsettled", id)).toBe("forbidden");
    expect(await retry(finance, "unsettled", id, "no")).toBe("reasonNeeded");
    const checks = async () =>
      (await query<{ checks: number }>("select checks from payments where id = $1", [id]))[0]?.checks ?? 0;
    const before = await checks();
    expect(await retry(finance, "unsettled", id)).toBe("done");
    await eventually("a try that fails", async () => {
      const running = await query("select 1 from graphile_worker.jobs where task_identifier = 'settle-payments'");
      return running.length === 0 && (await checks()) > before;
    });
    expect(await listed(finance, "unsettled")).toMatchObject([{ id }]);
    // Keeps the job that runs every minute from settling it first.
    await query("update payments set next_check_at = now() + interval '1 day' where id = $1", [id]);
    await restore();
    expect(await retry(finance, "unsettled", id)).toBe("done");
    await eventually("the order", async () => (await query("select 1 from orders where payment_id = $1", [id]))[0]);
    expect(await listed(finance, "unsettled")).toEqual([]);
    expect(await retry(finance, "unsettled", id)).toBe("alreadyDone");
    expect(await query("select 1 from orders where payment_id = $1", [id])).toHaveLength(1);
  });

  test("a job is run, even if it concerns no order", async () => {
    const id = await givenUp("purge", {});
    expect(await listed(support, "jobGivenUp")).toMatchObject([{ id, order: null, about: "purge" }]);
    expect(await retry(finance, "jobGivenUp", id)).toBe("forbidden");
    expect(await retry(support, "jobGivenUp", id)).toBe("done");
    await eventually("it has run", async () => (await listed(support, "jobGivenUp")).length === 0);
    expect(await retry(support, "jobGivenUp", id)).toBe("alreadyDone");
  });

  test("a refund that never became an order is sent again, once", async () => {
    const id = await unsettledPayment("refund@example.ch");
    await query("update payments set state = 'paid', refund_requested_at = now() where id = $1", [id]);
    const job = await givenUp("refund-payment", { paymentId: id });
    await query("update graphile_worker._private_jobs set key = $2 where id = $1", [job, `refund:${id}`]);
    expect(await listed(finance, "refundFailed")).toMatchObject([{ id, order: null, next: { retry: true } }]);
    expect(await retry(finance, "refundFailed", id)).toBe("done");
    await eventually("it is refunded", async () => {
      const [payment] = await query<{ state: string }>("select state from payments where id = $1", [id]);
      return payment?.state === "refunded";
    });
    expect(await retry(finance, "refundFailed", id)).toBe("alreadyDone");
    await restore();
  });
});

test("only things listed under their kind are retried: the job of a refund is not support's", async () => {
  const id = await givenUp("refund-payment", { paymentId: "00000000-0000-4000-8000-000000000000" });
  expect(await listed(support, "jobGivenUp")).toEqual([]);
  expect(await retry(support, "jobGivenUp", id)).toBe("alreadyDone");
  const [job] = await query<{ attempts: number }>("select attempts from graphile_worker.jobs where id = $1", [id]);
  expect(job?.attempts).toBe(1);
  for (const strange of ["held", "nothing", "toString"]) expect(await retry(support, strange, id)).toBe("notFound");
  for (const strange of ["'", "1e9", "-1", "999999999999999999999"])
    expect(await retry(support, "jobGivenUp", strange)).toBe("alreadyDone");
});

test("every retry is an entry in the audit log with its reason, also rejected ones", async () => {
  const id = await givenUp("purge", {});
  await retry(finance, "jobGivenUp", id, "just so");
  await retry(support, "jobGivenUp", id, "the disk has room again");
  const lines = await query<{ actor: string; reason: string }>(
    "select actor, reason from audit_log where action = 'desk waiting retry' order by seq desc limit 2",
  );
  expect(lines).toEqual([
    { actor: "sandra@example.ch", reason: `jobGivenUp ${id}: the disk has room again` },
    { actor: "fredi@example.ch", reason: `jobGivenUp ${id}: just so` },
  ]);
});

test("a purchase without an order is found by the caller's data, with every rejection; without the permit the answer is 403", async () => {
  const shopper = await sales.declined("phone@example.ch", "PREPAID20");
  expect((await shopper.call("createOrder", {})).status).toBe(409);
  const find = (browser: DeskBrowser, text: string) => browser.call("checkouts", { query: { text } });
  expect((await find(catalogue, "phone@example.ch")).status).toBe(403);
  const { body } = await find(support, " Phone@Example.ch ");
  expect(body).toMatchObject({
    orders: [],
    checkouts: [{ email: "phone@example.ch", stage: "complete" }],
    payments: [{ amount: 20, state: "declined", refund: false }],
  });
  const id = body.checkouts[0]?.id ?? "";
  const look = (shown: string, text = "phone@example.ch") =>
    support.call("checkout", { params: { id: shown }, query: { text } });
  const calls = await eventually("the refusal is noted", async () => {
    const { history } = (await look(id)).body;
    const refused = history.filter((event) => event.kind === "call" && event.refused !== null);
    return refused.length > 0 && refused;
  });
  expect(calls).toContainEqual(expect.objectContaining({ call: "createOrder" }));
  // The whole id is the shopper's key: it is not shown, and neither a shorter prefix nor another name finds the
  // checkout.
  expect(id).toHaveLength(8);
  for (const [shown, text] of [[id.slice(0, 7)], [id, "someone@example.ch"], ["________"], ["%".repeat(8)]] as const)
    expect((await look(shown ?? "", text)).status).toBe(404);
  const lines = await query<{ action: string; reason: string | null }>(
    "select distinct action, reason from audit_log where action like 'desk checkouts%' and reason is not distinct from $1 or action = 'desk checkouts find'",
    [id],
  );
  expect(lines).toEqual(
    expect.arrayContaining([
      { action: "desk checkouts find", reason: null },
      { action: "desk checkouts show", reason: id },
    ]),
  );
});

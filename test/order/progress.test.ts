import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PROGRESS_OF_TMF } from "#core/order/order-states.ts";
import type { Order } from "#server/sale/order/order.ts";
import { checkOperator } from "#server/sale/order/operator.ts";
import { reportProgress } from "#server/sale/order/progress.ts";
import { handlerCall } from "../support/handler-call.ts";
import { OPERATOR, orderServices, type OrderServices } from "../support/order-services.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const NOON = "2026-11-23T09:00:00Z";
const LATER = "2026-11-23T09:00:01Z";
let events = 0;
const report = (
  number: string,
  state: keyof typeof PROGRESS_OF_TMF,
  { at = NOON, eventId = `event-${(events += 1)}` } = {},
) =>
  reportProgress(shop.services)(
    handlerCall<"orderEvents">({
      body: {
        eventId,
        eventTime: new Date(at),
        eventType: "",
        event: { productOrder: { id: number, state } },
      } as never,
    }),
  );
const OK = { ok: true, value: { ok: true } };
const refused = (name: string) => ({ ok: false, failure: { name } });
const progressOf = async (order: Order) => (await shop.reload(order)).progress;
const mailsAbout = async (order: Order) =>
  (await shop.jobsOf(order))
    .filter(({ name }) => name === "mail-order")
    .map(({ payload, key }) => [payload["about"], key]);

describe("a report by the operator's systems", () => {
  test("sets the order's progress, and the customer gets a mail about it", async () => {
    const order = await shop.made();
    expect(await progressOf(order)).toBeNull();
    expect(await report(order.number, "inProgress")).toEqual(OK);
    expect(await progressOf(order)).toEqual({ name: "inProgress", at: new Date(NOON) });
    expect(await mailsAbout(order)).toContainEqual([
      "inProgress",
      expect.stringContaining(`mail-inProgress:${order.id}`),
    ]);
  });

  test("that the order is accepted causes no mail: the order's own mail has reported it", async () => {
    const order = await shop.made();
    expect(await report(order.number, "acknowledged")).toEqual(OK);
    expect(await progressOf(order)).toMatchObject({ name: "accepted" });
    expect(await mailsAbout(order)).toEqual([["placed", `mail-order:${order.id}`]]);
  });

  test("without a change of progress is mailed once", async () => {
    const order = await shop.made();
    await report(order.number, "inProgress");
    await shop.sale.query("delete from graphile_worker._private_jobs");
    expect(await report(order.number, "held", { at: LATER })).toEqual(OK);
    expect(await progressOf(order)).toEqual({ name: "inProgress", at: new Date(LATER) });
    expect(await mailsAbout(order)).toEqual([]);
  });

  test("that returns to a progress is mailed again", async () => {
    const order = await shop.made();
    const first = await shop.jobsOf(order);
    for (const [second, state] of (["inProgress", "failed", "inProgress"] as const).entries())
      await report(order.number, state, { at: `2026-11-23T09:00:0${second}Z`, eventId: `${order.id}-${second}` });
    const later = (await shop.jobsOf(order)).filter(({ key }) => !first.some((job) => job.key === key));
    expect(later.map(({ payload }) => [payload["about"], payload["event"]])).toEqual([
      ["inProgress", `${order.id}-0`],
      ["failed", `${order.id}-1`],
      ["inProgress", `${order.id}-2`],
    ]);
  });

  test("from the future is rejected, because it would suppress all later ones", async () => {
    const order = await shop.made();
    const ahead = (ms: number) => new Date(shop.sale.clock.now.getTime() + ms).toISOString();
    expect(await report(order.number, "failed", { at: ahead(300_001) })).toEqual({
      ok: false,
      failure: { name: "unreadable", detail: "eventTime" },
    });
    expect(await progressOf(order)).toBeNull();
    expect(await report(order.number, "inProgress", { at: ahead(300_000) })).toEqual(OK);
    expect(await progressOf(order)).toMatchObject({ name: "inProgress" });
  });

  test("with a known event id counts once", async () => {
    const order = await shop.made();
    await report(order.number, "inProgress", { eventId: "twice" });
    expect(await report(order.number, "failed", { eventId: "twice", at: LATER })).toEqual(OK);
    expect(await progressOf(order)).toMatchObject({ name: "inProgress" });
  });

  test("older than the last one changes nothing", async () => {
    const order = await shop.made();
    await report(order.number, "completed");
    expect(await report(order.number, "failed", { at: "2026-11-23T08:59:59Z" })).toEqual(OK);
    expect(await progressOf(order)).toMatchObject({ name: "completed" });
  });

  // Systems that write whole seconds, or use one time for a batch, report several states with the same time, in any
  // order.
  test.each([
    [["inProgress", "completed"], "completed"],
    [["completed", "inProgress"], "completed"],
    [["inProgress", "acknowledged"], "inProgress"],
    [["completed", "failed"], "failed"],
  ] as const)("with the same time: of %j the further or later one counts", async (states, name) => {
    const order = await shop.made();
    for (const [at, state] of states.entries())
      expect(await report(order.number, state, { eventId: `${order.id}-${at}` })).toEqual(OK);
    expect(await progressOf(order)).toMatchObject({ name });
    expect((await mailsAbout(order)).map(([about]) => about)).toContain(name === "inProgress" ? "inProgress" : name);
  });

  test("about an order that is not placed changes nothing", async () => {
    const order = await shop.held();
    expect(await report(order.number, "completed")).toEqual(OK);
    expect(await progressOf(order)).toBeNull();
    expect(await mailsAbout(order)).toEqual([["onHold", `mail-order:${order.id}`]]);
  });

  test("about an unknown order is not found", async () => {
    expect(await report("K1", "completed")).toEqual(refused("notFound"));
  });
});

test("without operator's systems there is no valid token", () => {
  for (const token of ["", "null", OPERATOR, null])
    expect(checkOperator({ handover: { provider: "sandbox" } }, token)).toEqual(refused("operatorTokenWrong"));
});

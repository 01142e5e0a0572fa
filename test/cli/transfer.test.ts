import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import { command } from "../support/cli.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";

const SOON = formatDay(addDays(dayInZurich(new Date()), 10));

let shop: OrderServices;
let number: string;
beforeAll(async () => {
  shop = await orderServices();
  shop.sale.clock.now = new Date();
  const form = { mnp: true, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid", mnpAuthority: true };
  ({ number } = await shop.made(SMART30, { form }));
});
afterAll(() => shop.sale.close());
const run = (...words: readonly string[]) =>
  command(shop.sale.db, ["orders", ...words, "--reason", "told by the old provider"]);

describe("orders transfer", () => {
  test("records the state of a transfer, which `orders show` prints with its source", async () => {
    expect(await run("transfer", number, "--state", "confirmationNeeded")).toMatchObject({ code: 0 });
    expect(await run("transfer", number, "--state", "scheduled", "--day", SOON)).toMatchObject({
      code: 0,
      out: `The transfer of ${number} is scheduled, on ${SOON}.`,
    });
    const { out } = await command(shop.sale.db, ["orders", "show", number]);
    expect(out).toContain(`transfer of 41795550143 (Postpaid), scheduled ${SOON}`);
    // All reports, oldest first.
    expect(out).toMatch(
      new RegExp(`^transfer +[-\\d]+ [:\\d]+, confirmationNeeded\\ntransfer +[-\\d]+ [:\\d]+, scheduled ${SOON}$`, "m"),
    );
    expect(out).toMatch(/transferReported +by .*: told by the old provider/);
  });

  test.each([
    [["--state", "moved"], "--state must be one of requested, confirmationNeeded, scheduled, completed, refused."],
    [["--state", "scheduled"], "--day is required for a scheduled transfer."],
    [["--state", "scheduled", "--day", "1.12."], '--day is "1.12."; it must be a day such as 2026-12-01'],
    [["--state", "completed", "--day", "1990-01-01"], '--day is "1990-01-01"; it must be a day'],
    [["--state", "completed", "--day", SOON], "for a completed one not in the future."],
    [["--state", "scheduled", "--day", "2026-01-04"], "for a scheduled transfer not in the past"],
    [["--state", "scheduled", "--state", "refused"], "--state is given twice; see `orders transfer --help`."],
    [["--state", "refused", "--because", "weather"], "--because is for --state refused, and one of holder"],
    [
      ["--state", "completed", "--because", "holder"],
      "--because is for --state refused, and one of holder, unknown, kind, bound, underway, unconfirmed.",
    ],
  ])("%j is a mistake", async (words, message) => {
    expect(await run("transfer", number, ...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });

  test("prints a message if the customer is not informed", async () => {
    await run("transfer", number, "--state", "completed");
    expect((await run("transfer", number, "--state", "completed")).out).toMatch(/The customer gets no message/);
    await run("cancel", number);
    expect((await run("transfer", number, "--state", "refused", "--because", "holder")).out).toBe(
      `The transfer of ${number} is refused.\nThe order is cancelled, so the customer gets no message about it.`,
    );
  });

  test("of an order that is on hold is rejected, and nothing is stored", async () => {
    await shop.sale.query("update orders set status = 'onHold' where number = $1", [number]);
    const reports = () => shop.sale.query("select 1 from order_reports");
    const before = await reports();
    expect(await run("transfer", number, "--state", "requested")).toMatchObject({
      code: 1,
      err: `kasse: order ${number} is not placed yet, so its transfer has not been requested.`,
    });
    expect(await reports()).toEqual(before);
  });

  test("of an order without one is rejected", async () => {
    expect(await run("transfer", "K1", "--state", "completed")).toMatchObject({
      code: 1,
      err: "kasse: there is no order K1 whose number is transferred.",
    });
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSaleDatabase } from "../support/sale-database.ts";
import { recordedLog } from "../support/recorded-log.ts";
import { receiptFigures, smsCounts } from "#server/sale/identity/sms-codes.ts";

let sale: Awaited<ReturnType<typeof openSaleDatabase>>;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());
beforeEach(() => sale.query("delete from sms_events"));

let clock = Date.parse("2026-11-23T10:00:00Z");
const now = () => new Date(clock);
const pass = (minutes: number) => sale.query("update sms_events set at = at - make_interval(mins => $1)", [minutes]);
const missing = async () => (await receiptFigures(sale.db, now())).missing;

test("five missing receipts cause an alarm, once an hour, if all receipts are overdue", async () => {
  const { lines, log } = recordedLog();
  const counts = smsCounts(sale.db, log, now);
  for (let text = 0; text < 4; text++) await counts.accepted();
  await pass(11);
  await counts.accepted();
  expect([await missing(), lines]).toEqual([4, []]);
  await pass(11);
  await counts.accepted();
  expect(lines).toEqual([
    expect.objectContaining({ level: "error", missing: 5, msg: expect.stringMatching(/^alarm: /) }),
  ]);
  await counts.accepted();
  expect(lines).toHaveLength(1);
  clock += 61 * 60_000;
  await counts.accepted();
  expect(lines).toHaveLength(2);
});

test("any receipt ends the alarm, regardless of its state", async () => {
  const { lines, log } = recordedLog();
  const counts = smsCounts(sale.db, log, now);
  for (let text = 0; text < 6; text++) await counts.accepted();
  await pass(11);
  await counts.receipt("undeliverable");
  expect(await missing()).toBe(0);
  await counts.accepted();
  expect(lines).toEqual([]);
});

test("without messages nothing is missing, and messages older than a day are not counted", async () => {
  const counts = smsCounts(sale.db, recordedLog().log, now);
  expect(await missing()).toBe(0);
  for (let text = 0; text < 6; text++) await counts.accepted();
  await counts.receipt("delivered");
  await pass(25 * 60);
  expect(await receiptFigures(sale.db, now())).toMatchObject({ missing: 0, states: { delivered: 0 } });
});

test("an unavailable database does not stop messages: it is logged", async () => {
  const { lines, log } = recordedLog();
  const away = { insertInto: () => ({ values: () => ({ execute: () => Promise.reject(new Error("away")) }) }) };
  const counts = smsCounts(away as unknown as typeof sale.db, log, now);
  await counts.accepted();
  await counts.receipt("delivered");
  expect(lines.map(({ level }) => level)).toEqual(["error", "error"]);
});

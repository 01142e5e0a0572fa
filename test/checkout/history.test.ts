import { afterAll, beforeAll, expect, test } from "vitest";
import { createHistory } from "#server/sale/checkout/history.ts";
import { openSaleDatabase } from "../support/sale-database.ts";
import { addCalls, historyOf } from "#server/sale/checkout/queries.ts";

let sale: Awaited<ReturnType<typeof openSaleDatabase>>;
beforeAll(async () => {
  sale = await openSaleDatabase();
});
afterAll(() => sale.close());

test("calls of the same millisecond keep their order, and identical ones are counted at the first", async () => {
  const { id } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  const at = new Date("2026-11-23T10:00:00.123Z");
  const history = createHistory({ db: sale.db, now: () => at, log: { warn: () => undefined }, everyMs: 1000 });
  const names = ["updateCustomer", "logout", "checkout", "createOrder", "sendSms", "esim", "cancelOrder"] as const;
  for (const call of [...names, "logout", "updateCustomer"] as const)
    history.note({ checkoutId: id, call, failure: null, detail: null, answer: {} });
  await history.stop();
  const kept = await historyOf(sale.db, id);
  expect(kept.map(({ call }) => call)).toEqual(names);
  expect(kept.map(({ times }) => times)).toEqual([2, 2, 1, 1, 1, 1, 1]);
  expect(kept.every((each) => each.at.getTime() === at.getTime())).toBe(true);
});

test("a checkout's history has at most its number of rows, also if a batch has more", async () => {
  const { id } = await sale.checkout({ type: "Tariff", tariff: "SMART30" });
  const calls = (process: number) =>
    Array.from({ length: 4 }, (_, at) => ({
      checkoutId: id,
      at: `2026-11-23T10:00:0${at}.00000${process}Z`,
      call: "logout" as const,
      failure: null,
      detail: null,
      times: 1,
    }));
  await addCalls(sale.db, calls(1), 10);
  await addCalls(sale.db, [2, 3, 4].flatMap(calls), 10);
  expect(await historyOf(sale.db, id)).toHaveLength(10);
});

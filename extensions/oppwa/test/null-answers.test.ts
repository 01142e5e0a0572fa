import { afterAll, beforeAll, expect, test } from "vitest";
import { startFake } from "#simulator/play/fake-server.ts";
import { oppwaCalls } from "../client.ts";
import { statusOf } from "../records.ts";

/** Answers in which each field that may be absent is null, by path. */
const ANSWERS: Record<string, object> = {
  "/v3/query": {
    paymentType: null,
    id: null,
    integrity: null,
    result: { code: "000.000.000" },
    records: [
      {
        id: "d1",
        paymentType: "DB",
        paymentBrand: null,
        amount: "20.00",
        currency: "CHF",
        referencedId: null,
        result: { code: "000.000.000" },
      },
    ],
  },
};
let partner: Awaited<ReturnType<typeof startFake>>;
beforeAll(async () => {
  partner = await startFake(({ path }) => ({ status: 200, body: ANSWERS[path] ?? {} }));
});
afterAll(() => partner.stop());

test("a record without a brand or a reference is paid", async () => {
  const call = oppwaCalls({ url: partner.url, entityId: "e", token: "t", timeoutMs: 5000 });
  const { records = [] } = await call("GET", "/v3/query");
  expect(records.map((record) => statusOf(record))).toEqual([
    { outcome: "paid", paid: { id: "d1", method: null, received: { amount: 2000, currency: "CHF" } } },
  ]);
});

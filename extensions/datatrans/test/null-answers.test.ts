import { afterAll, beforeAll, expect, test } from "vitest";
import { startFake } from "#simulator/play/fake-server.ts";
import { datatransCalls } from "../client.ts";
import { statusOf, Transaction } from "../outcome.ts";
import { datatrans } from "../provider.ts";

/** Answers in which each field that may be absent is null, by path. */
const ANSWERS: Record<string, object> = {
  "/v1/transactions/1": {
    transactionId: "1",
    status: "settled",
    refno: null,
    currency: "CHF",
    paymentMethod: null,
    detail: { settle: { amount: 2000 }, credit: null, fail: { reason: null } },
    history: [{ action: null, amount: null, success: null }],
  },
};
let partner: Awaited<ReturnType<typeof startFake>>;
beforeAll(async () => {
  partner = await startFake(({ path }) => ({ status: 200, body: ANSWERS[path] ?? {} }));
});
afterAll(() => partner.stop());

test.each([null, false])("an answer to a credit with success %s is no refund", async (success) => {
  ANSWERS["/v1/transactions/1/credit"] = { transactionId: "2", success };
  const provider = datatrans({
    url: partner.url,
    merchantId: "m",
    password: "p",
    timeoutMs: 5000,
    methods: [],
    signKey: null,
  });
  const refund = () => provider.refund({ hostedId: "1", reference: "p" }, 2000, "key");
  await expect(refund()).rejects.toThrow("does not say that it succeeded");
  ANSWERS["/v1/transactions/1/credit"] = { transactionId: "2" };
  expect(await refund()).toEqual({ total: 2000, now: 2000 });
});

test("a transaction without a method or a refund is paid", async () => {
  const call = datatransCalls({ url: partner.url, merchantId: "m", password: "p", timeoutMs: 5000 });
  const found = await call("status", "/v1/transactions/1", Transaction);
  expect(found && statusOf(found)).toEqual({
    outcome: "paid",
    paid: { id: "1", method: null, received: { amount: 2000, currency: "CHF" } },
  });
});

import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { webhookHandover } from "#server/integrations/handover/webhook.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { picture } from "../support/people.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ jobs: true });
});
afterAll(() => shop.stop());

test("the hand-over conforms to TM Forum's TMF622 v5, for mobile with a transfer, prepaid and TV", async () => {
  const image = await picture();
  const records = [
    { type: "Tariff", tariff: "SMART60", mobile: "AARE5", bonus: 1, tv_tariff: "TVS", limit: 50, postBill: 1 },
    { type: "Tariff", tariff: "PREPAID0", bundles: [] },
    { type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] },
  ] as const;
  for (const [index, record] of records.entries()) {
    const shopper = shop.shopper();
    await shopper.choose({ ...record } as never);
    const transfer = { mnp: 1, mnpMsisdn: "41795550143", mnpSubscriptionType: "Prepaid", puk: "12345678" };
    await shopper.becomeCustomer(
      `tmf${index}@example.ch`,
      record.type === "Tariff" ? image : null,
      index === 0 ? transfer : {},
    );
    await expectOk("order", shopper.call("createOrder", {}));
  }
  const events = await eventually("three events", async () => {
    const list = await shop.orders();
    return list.length === records.length && list;
  });
  const problems = (value: unknown) => orderingMistakes("ProductOrderCreateEvent", value);
  for (const event of events) expect(problems(event)).toEqual([]);
  expect(
    problems({ ...events[0], event: { productOrder: { ...events[0]?.event.productOrder, productOrderItem: "none" } } }),
  ).not.toEqual([]);
  const mobile = JSON.stringify(events.find((event) => JSON.stringify(event).includes("SMART60")));
  for (const text of ["41795550143", "12345678", "bonusTv", "TVS", "creditLimitChf"]) expect(mobile).toContain(text);
  expect(mobile).not.toContain("Birnen");
});

test("the webhook is signed over its raw body, contains the event's id, and fails with an error", async () => {
  const got: { body: string; headers: Record<string, unknown> }[] = [];
  let status = 200;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({ body: Buffer.concat(parts).toString(), headers: request.headers });
      response.statusCode = status;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const handover = webhookHandover({ url: `http://127.0.0.1:${port}/orders`, secret: "secret" });
  await handover.deliver({ eventId: "e1", event: { hello: "Grüezi" } });
  const signature = createHmac("sha256", "secret")
    .update(got[0]?.body ?? "")
    .digest("hex");
  expect(got[0]?.headers).toMatchObject({ "x-kasse-event-id": "e1", "x-kasse-signature": signature });
  status = 500;
  await expect(handover.deliver({ eventId: "e1", event: {} })).rejects.toThrow("500");
  server.close();
});

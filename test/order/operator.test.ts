import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { API_PREFIX } from "#contract/paths.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { picture } from "../support/people.ts";
import { textOfPdf } from "../support/pdf.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { orderingMistakes } from "../support/tmf-schemas.ts";

const SECRET = "webhook-secret";
let shop: Shop;
let receiver: Awaited<ReturnType<typeof startFake>>;
let image: Blob;
let clock: Date;
beforeAll(async () => {
  clock = new Date();
  [receiver, image] = await Promise.all([startFake(() => ({ status: 204 })), picture()]);
  shop = await startShop({
    jobs: true,
    now: () => clock,
    env: { ORDER_HANDOVER: "webhook", ORDER_WEBHOOK_URL: `${receiver.url}/orders`, ORDER_WEBHOOK_SECRET: SECRET },
  });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(async () => {
  await shop.stop();
  await receiver.stop();
});

type Json = Record<string, unknown>;
type Event = { eventId: string; eventType: string; correlationId: string; event: { productOrder: Json } };
let people = 0;

async function buy(changes: Json = {}): Promise<{ shopper: Shopper; number: string; email: string }> {
  const shopper = shop.shopper();
  const email = `operator${(people += 1)}@example.ch`;
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await shopper.becomeCustomer(email, image, changes);
  const { orderNumber } = await expectOk("order", shopper.call("createOrder", {}));
  return { shopper, number: orderNumber, email };
}

const eventsOf = (number: string): Event[] =>
  receiver.calls.map((call) => call.json() as Event).filter(({ event }) => event.productOrder["id"] === number);
const eventOf = (number: string, type = "ProductOrderCreateEvent") =>
  eventually(`${type} of ${number}`, () =>
    Promise.resolve(eventsOf(number).find(({ eventType }) => eventType === type)),
  );

function report(number: string, state: string, { at = new Date(), id = `${number}-${state}`, token = SECRET } = {}) {
  return fetch(`${shop.url}${API_PREFIX}/order-events`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      eventId: id,
      eventTime: at.toISOString(),
      eventType: "ProductOrderStateChangeEvent",
      event: { productOrder: { "@type": "ProductOrder", id: number, state, productOrderItem: [{ id: "1" }] } },
    }),
  });
}
const progressOf = async (shopper: Shopper) => (await expectOk("order page", shopper.call("order"))).progress;

describe("a delivery", () => {
  test("has a signed time, and contains no key to the order", async () => {
    const { shopper, number } = await buy();
    const event = await eventOf(number);
    const call = receiver.calls.find(({ raw }) => raw.toString().includes(event.eventId));
    const [, seconds = "", signature] = /^t=(\d+),v1=(\w+)$/.exec(String(call?.headers["x-kasse-signature-v2"])) ?? [];
    expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
    const hmac = (text: string) => createHmac("sha256", SECRET).update(text).digest("hex");
    expect(signature).toBe(hmac(`${seconds}.${call?.raw.toString()}`));
    expect(call?.headers["x-kasse-signature"]).toBe(hmac(call?.raw.toString() ?? ""));
    expect(call?.raw.toString()).not.toContain(shopper.checkoutId);
    const stranger = shop.shopper();
    stranger.checkoutId = event.correlationId;
    expect((await stranger.call("order")).status).toBe(404);
  });

  test("of an eSIM's ICCID follows the order's own, once it is known", async () => {
    const { number } = await buy({ simType: "1" });
    const change = await eventOf(number, "ProductOrderAttributeValueChangeEvent");
    expect(eventsOf(number).map(({ eventType }) => eventType)).toEqual([
      "ProductOrderCreateEvent",
      "ProductOrderAttributeValueChangeEvent",
    ]);
    expect(change.event.productOrder).toMatchObject({
      productOrderItem: [
        {
          id: "1",
          product: { productCharacteristic: [{ name: "iccid", value: expect.stringMatching(/^89\d{17,18}$/) }] },
        },
      ],
    });
    expect(orderingMistakes("ProductOrderAttributeValueChangeEvent", change)).toEqual([]);
  });
});

test("the authority for a transfer is fetched as a PDF: by the operator with its secret, by the owner of the order", async () => {
  const transfer = { mnp: 1, mnpMsisdn: "41795550143", mnpSubscriptionType: "Postpaid", mnpAuthority: 1 };
  const { number, shopper } = await buy(transfer);
  const href = /"value":"([^"]+order-authorities[^"]+)"/.exec(JSON.stringify(await eventOf(number)))?.[1] ?? "";
  const fetched = (token: string) =>
    fetch(href.replace(/^https?:\/\/[^/]+/, shop.url), { headers: { authorization: `Bearer ${token}` } });
  const pdf = await fetched(SECRET);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(await textOfPdf(Buffer.from(await pdf.arrayBuffer()))).toContain(number);
  expect((await fetched("another")).status).toBe(401);
  const own = await shopper.request("GET", "/public-api/order/transfer-authority.pdf");
  expect([own.status, own.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  const without = await buy();
  expect((await without.shopper.request("GET", "/public-api/order/transfer-authority.pdf")).status).toBe(404);
});

describe("the copy of the document", () => {
  const fetchCopy = (url: string, token: string) =>
    fetch(url.replace(/^https?:\/\/[^/]+/, shop.url), { headers: { authorization: `Bearer ${token}` } });

  test("is fetched by its reference with the secret, recorded each time, for thirty days", async () => {
    const { number } = await buy();
    const event = await eventOf(number);
    const href = /"href":"([^"]+order-documents[^"]+)"/.exec(JSON.stringify(event))?.[1] ?? "";
    expect((await fetchCopy(href, "wrong")).status).toBe(401);
    expect((await fetch(href.replace(/^https?:\/\/[^/]+/, shop.url))).status).toBe(401);
    const copy = await fetchCopy(href, SECRET);
    expect(copy.headers.get("content-type")).toBe("image/jpeg");
    expect(
      Buffer.from(await copy.arrayBuffer())
        .subarray(0, 2)
        .toString("hex"),
    ).toBe("ffd8");
    const { rows } = await shop.database.pool.query<Json>(
      "select reader, reason from document_reads where order_number = $1",
      [number],
    );
    expect(rows).toEqual([{ reader: "the operator's systems", reason: expect.stringContaining("reference") }]);
    expect(
      (
        await fetchCopy(
          href.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
          SECRET,
        )
      ).status,
    ).toBe(404);
    clock = new Date(Date.now() + 31 * 24 * 3600_000);
    expect((await fetchCopy(href, SECRET)).status).toBe(404);
  });
});

describe("the operator's reports", () => {
  test("appear on the thank-you page and in mails, in the customer's language", async () => {
    const { shopper, number, email } = await buy();
    expect(await progressOf(shopper)).toBeNull();
    const subjectsOf = (count: number) =>
      eventually(`${count} mails`, async () => {
        const mails = await shop.messages(email);
        return mails.length === count && mails.map(({ subject }) => subject).toSorted();
      });
    for (const [state, progress, mails] of [
      ["acknowledged", "accepted", 1],
      ["inProgress", "inProgress", 2],
      ["held", "inProgress", 2],
      ["completed", "completed", 3],
    ] as const) {
      expect((await report(number, state)).status).toBe(200);
      expect(await progressOf(shopper)).toBe(progress);
      // A mail that a later report has made untrue is not sent, so each is waited for.
      await subjectsOf(mails);
    }
    const subjects = await subjectsOf(3);
    expect(subjects).toEqual([
      `Ihre Bestellung ${number} bei Alpenfon`,
      `Ihre Bestellung ${number} ist erledigt`,
      `Ihre Bestellung ${number} ist in Arbeit`,
    ]);
  });

  test("count once, and in the order of their own times", async () => {
    const { shopper, number } = await buy();
    const earlier = new Date(Date.now() - 60_000);
    await report(number, "completed", { id: `${number}-1` });
    expect((await report(number, "inProgress", { at: earlier, id: `${number}-2` })).status).toBe(200);
    expect(await progressOf(shopper)).toBe("completed");
    expect((await report(number, "failed", { at: new Date(Date.now() + 1000), id: `${number}-1` })).status).toBe(200);
    expect(await progressOf(shopper)).toBe("completed");
    await report(number, "failed", { at: new Date(Date.now() + 1000), id: `${number}-3` });
    expect(await progressOf(shopper)).toBe("failed");
  });

  test("are rejected without the secret, for an unknown order, and with an unknown state", async () => {
    const { number } = await buy();
    expect((await report(number, "completed", { token: "wrong" })).status).toBe(401);
    expect((await report("K1", "completed")).status).toBe(404);
    expect((await report(number, "draft")).status).toBe(400);
  });
});

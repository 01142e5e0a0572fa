import { run } from "#server/platform/database/statement.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueToken } from "#server/sale/identity/tokens.ts";
import { createDocumentKeeper, type DocumentStore } from "#server/sale/document/keep.ts";
import { orderDocument, downloadConfirmation } from "#server/sale/order/downloads.ts";
import type { Order } from "#server/sale/order/order.ts";
import { reportTransfer } from "#server/sale/order/transfer.ts";
import { showOrder } from "#server/sale/order/show-order.ts";
import { handlerCall } from "../support/handler-call.ts";
import { OPERATOR, orderServices, SMART30, WITH_DEVICE, type OrderServices } from "../support/order-services.ts";
import { textOfPdf } from "../support/pdf.ts";
import { newDocumentLink } from "#server/sale/order/links.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());
// Each test transfers the same number.
beforeEach(() => shop.sale.query("delete from number_transfers"));

const refused = (name: string) => ({ ok: false, failure: { name } });
const tokenOf = ({ account, checkoutId }: Order) =>
  issueToken(shop.sale.db, { accountId: account.id, checkoutId: checkoutId, device: null }, shop.sale.clock.now);
const strangersToken = async () =>
  issueToken(
    shop.sale.db,
    { accountId: await shop.sale.account(`${crypto.randomUUID()}@example.ch`), checkoutId: null, device: null },
    shop.sale.clock.now,
  );

describe("the page of an order", () => {
  const show = (checkoutId: string, token: string | null = null) =>
    showOrder(shop.services)(handlerCall<"order">({ body: {}, checkoutId, token } as never));
  const page = (answer: object) => ({ ok: true, value: answer });
  const TRANSFER = { mnp: true, mnpMsisdn: "41791234567", mnpSubscriptionType: "Prepaid", puk: "12345678" };

  test("shows the ordered products, the agreement, and the next steps", async () => {
    const order = await shop.made(SMART30);
    expect(await show(order.checkoutId)).toEqual(
      page({
        orderNumber: order.number,
        status: "placed",
        billPayed: false,
        createdAt: "2026-11-23T10:00:00.000Z",
        email: order.account.email,
        items: [{ mobileTariff: expect.objectContaining({ code: "SMART30", billing: 24.9 }) }],
        limit: 0,
        billing: 24.9,
        oneTime: 49,
        total: 0,
        postpaid: true,
        chosenTv: null,
        simType: "sim",
        transfer: false,
        settlement: "nothing",
        payUntil: null,
        decidedBy: null,
        cancel: { until: expect.any(String) },
        authority: false,
        transferState: null,
        agreement: {
          lines: [
            {
              name: "SMART 30",
              notes: [
                "Mindestlaufzeit 24 Monate",
                "Aktivierung CHF\u00a049.–, auf der ersten Rechnung",
                "als SIM-Karte",
              ],
              billing: 24.9,
              oneTime: 49,
              total: 0,
            },
          ],
          labels: { billing: "Monatlich", oneTime: "Einmalig", total: "Jetzt" },
          terms: expect.arrayContaining(["Es ist nichts im Voraus zu bezahlen: Alles kommt auf die Rechnung."]),
        },
        progress: null,
        esim: null,
        next: {
          sim: { kind: "post", expected: "2026-11-25" },
          number: { kind: "new", msisdn: null, earliest: null, wished: null, confirmBySms: false },
          parcel: null,
          firstBill: { expected: "2026-12-01", by: "email" },
        },
      }),
    );
  });

  test("shows how the SIM is delivered; TV has none", async () => {
    const esim = await shop.made(SMART30, { form: { simType: "1" } });
    expect(await show(esim.checkoutId)).toMatchObject(page({ simType: "esim", next: { sim: { kind: "esim" } } }));
    const tv = await shop.made({ type: "TV Tariff", tv_tariff: "TVS" });
    expect(await show(tv.checkoutId)).toMatchObject(page({ simType: null, next: { sim: null } }));
  });

  test("shows a transferred number only to its owner", async () => {
    const order = await shop.made(SMART30, { form: TRANSFER });
    const number = (msisdn: string | null) => page({ transfer: true, next: { number: { kind: "transfer", msisdn } } });
    expect(await show(order.checkoutId)).toMatchObject(number(null));
    expect(await show(order.checkoutId, await strangersToken())).toMatchObject(number(null));
    expect(await show(order.checkoutId, await tokenOf(order))).toMatchObject(number(TRANSFER.mnpMsisdn));
  });

  test.each([
    ["requested", null, { wished: null }],
    ["scheduled", "2027-01-14", { wished: "2027-01-14" }],
    // The day of a completed or refused transfer is omitted: the state is enough.
    ["completed", "2027-01-14", null],
    ["refused", null, null],
  ] as const)("of an order whose transfer is %s promises no other day", async (state, day, number) => {
    const order = await shop.made(SMART30, { form: TRANSFER });
    const report = { state, day, reason: null, eventId: `page-${state}`, at: new Date("2026-11-23T10:30:00Z") };
    expect(await reportTransfer(shop.sale.db, order.number, report)).toMatchObject({ status: "placed" });
    const answer = await show(order.checkoutId);
    expect(answer).toMatchObject(page({ transfer: true, transferState: { state, day }, next: { sim: {} } }));
    expect(answer).toMatchObject(page({ next: { number: number === null ? null : expect.objectContaining(number) } }));
  });

  test("of an order with a transfer has the dates of the card, the number and the bill", async () => {
    const order = await shop.made({ type: "Tariff", tariff: "SMART60" }, { form: TRANSFER });
    expect(await show(order.checkoutId, await tokenOf(order))).toMatchObject(
      page({
        next: {
          sim: { kind: "post", expected: "2026-11-25" },
          number: {
            kind: "transfer",
            msisdn: TRANSFER.mnpMsisdn,
            earliest: "2026-11-26",
            wished: null,
            confirmBySms: true,
          },
          parcel: null,
          firstBill: { expected: "2026-12-01", by: "email" },
        },
      }),
    );
  });

  test.each([
    ["post", { typeOfBill: "email" }, true, 28.8],
    ["email", { typeOfBill: "post" }, false, 24.9],
  ] as const)(
    "of bills by %s shows the delivery that was priced, as does the event",
    async (by, form, postBill, total) => {
      const order = await shop.made({ ...SMART30, postBill }, { form });
      expect(await show(order.checkoutId)).toMatchObject(page({ billing: total, next: { firstBill: { by } } }));
      expect((await shop.eventsOf(order))[0]).toMatchObject({
        event: { productOrder: { billingAccount: { billDelivery: by } } },
      });
    },
  );

  test("of an order on hold promises nothing", async () => {
    const order = await shop.held(SMART30, { form: TRANSFER });
    expect(await show(order.checkoutId)).toMatchObject(page({ status: "onHold", next: null }));
  });

  test("of a paid order shows it", async () => {
    const order = await shop.paid();
    expect(await show(order.checkoutId)).toMatchObject(
      page({ billPayed: true, settlement: "paid", total: 99, payUntil: null }),
    );
  });

  test("shows the last day to pay while the order waits for its payment, and promises nothing", async () => {
    const order = await shop.awaiting();
    expect(await show(order.checkoutId)).toMatchObject(
      page({ status: "awaitingPayment", settlement: "due", payUntil: "2026-11-30", next: null }),
    );
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    expect(await show(order.checkoutId)).toMatchObject(
      page({ status: "cancelled", settlement: "cancelled", payUntil: null, next: null }),
    );
    const paid = await shop.paid();
    await shop.sale.query("update orders set status = 'cancelled' where id = $1", [paid.id]);
    expect(await show(paid.checkoutId)).toMatchObject(page({ billPayed: true, settlement: "paid", next: null }));
    await shop.sale.query("update payments set state = 'refunded' where id = $1", [paid.payment?.id]);
    expect(await show(paid.checkoutId)).toMatchObject(page({ settlement: "refunded", next: null }));
  });

  test("shows the progress of the operator's systems", async () => {
    const order = await shop.made();
    await shop.sale.query("update orders set progress = 'completed', progress_at = now() where id = $1", [order.id]);
    expect(await show(order.checkoutId)).toMatchObject(page({ progress: "completed" }));
  });

  test("does not exist without an order", async () => {
    expect(await show((await shop.ready(SMART30)).id)).toEqual(refused("notFound"));
    expect(await show("x".repeat(32))).toEqual(refused("checkoutUnknown"));
  });
});

describe("the confirmation as PDF", () => {
  const download = async (order: Order, token: string | null) =>
    downloadConfirmation(shop.services)(
      handlerCall<"confirmation">({ body: {}, checkoutId: order.checkoutId, token } as never),
    );

  test("is available to the owner of a placed order", async () => {
    const order = await shop.made();
    const pdf = await download(order, await tokenOf(order));
    if (!pdf.ok) throw new Error("There is a confirmation");
    expect(await textOfPdf(pdf.value)).toContain(order.number);
    expect(await download(order, await strangersToken())).toEqual(refused("loginNeeded"));
  });

  test("does not exist for an order that is not placed", async () => {
    const order = await shop.held(WITH_DEVICE);
    expect(await download(order, await tokenOf(order))).toEqual(refused("notFound"));
  });
});

describe("the copy of the document", () => {
  const files = new Map<string, Buffer>();
  const documents: DocumentStore = {
    put: async (key, content) => void files.set(key, content),
    get: async (key) => files.get(key) ?? null,
    remove: async (key) => void files.delete(key),
    list: async function* () {},
  };
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "kasse-order-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const services = () => ({
    ...shop.services,
    documents,
    config: { ...shop.services.config, documentKeys: null, dataDir, unorderedDocuments: { megabytes: 1, hours: 1 } },
  });
  const fetchCopy = (id: string, token: string | null = OPERATOR) =>
    orderDocument(services())(handlerCall<"orderDocument">({ params: { id }, token, body: null } as never));
  async function ordered() {
    const checkout = await shop.ready(SMART30);
    await createDocumentKeeper(services()).keep(checkout, { jpeg: Buffer.from("jpeg"), readingHash: null });
    const { documentId } = await shop.sale.reload(checkout.id);
    const order = await shop.made();
    await shop.sale.query("update orders set document_id = $2 where id = $1", [order.id, documentId]);
    const { id: reference, insert } = newDocumentLink(order.id, shop.sale.clock.now);
    await run(shop.sale.db, insert);
    return { order, reference };
  }

  test("is available to the operator's systems, and each access is recorded", async () => {
    const { order, reference } = await ordered();
    expect(await fetchCopy(reference)).toEqual({ ok: true, value: new Uint8Array(Buffer.from("jpeg")) });
    expect(
      await shop.sale.query("select reader, reason from document_reads where order_number = $1", [order.number]),
    ).toEqual([{ reader: "the operator's systems", reason: `reference ${reference}` }]);
  });

  test("is rejected without their secret, and not found by another reference or without its file", async () => {
    const { reference } = await ordered();
    for (const token of [null, "wrong"])
      expect(await fetchCopy(reference, token)).toEqual(refused("operatorTokenWrong"));
    expect(await fetchCopy(crypto.randomUUID())).toEqual(refused("notFound"));
    files.clear();
    expect(await fetchCopy(reference)).toEqual(refused("notFound"));
  });
});

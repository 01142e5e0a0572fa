import { messagesOf } from "#server/sale/order/sent-messages.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SmsOutcome } from "#server/platform/mail-and-sms.ts";
import { authorityPdf, isAuthorised } from "#server/sale/confirmation/authority.ts";
import { orderAuthority } from "#server/sale/order/downloads.ts";
import { mailOrder } from "#server/sale/order/mail.ts";
import { toPrintable, type Order } from "#server/sale/order/order.ts";
import { reportProgress } from "#server/sale/order/progress.ts";
import { mailTransfer, textTransfer } from "#server/sale/order/transfer-messages.ts";
import { reportOrder } from "#server/sale/order/report.ts";
import { transferOf } from "#server/sale/order/transfer.ts";
import { acceptedTerms } from "#server/sale/customer/accepted-terms.ts";
import { valuesOf, type Item } from "../support/handed-over.ts";
import { handlerCall } from "../support/handler-call.ts";
import { OPERATOR, orderServices, SMART30, type OrderServices } from "../support/order-services.ts";
import { wholeForm } from "../support/people.ts";
import { textOfPdf } from "../support/pdf.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const TRANSFER = {
  mnp: true,
  mnpMsisdn: "41795550143",
  mnpSubscriptionType: "Prepaid",
  puk: "12345678",
  mnpDate: "2027-01-12",
  mnpAuthority: true,
};
const OK = { ok: true, value: { ok: true } };
let events = 0;

/** Places an order with a transferred number, with the authority ticked; earlier ones have ended their transfer. */
async function moving(form: object = {}): Promise<Order> {
  await shop.sale.query("delete from number_transfers");
  const whole = { ...wholeForm("nora@example.ch"), ...TRANSFER, ...form };
  const accepted = { family: "mobile", form: whole, signedIn: "de" } as const;
  const terms = acceptedTerms(shop.services.brand, accepted, "de", shop.sale.clock.now);
  return shop.made(SMART30, { form: { ...TRANSFER, ...form }, change: { terms } });
}

type Characteristics = Readonly<Record<string, unknown>> | readonly (readonly [name: string, value: unknown])[];
function report(order: Pick<Order, "number">, characteristics: Characteristics, { at = 0, eventId = "" } = {}) {
  const body = {
    eventId: eventId || `transfer-${(events += 1)}`,
    eventTime: new Date(`2026-11-23T09:00:0${at}Z`),
    eventType: "ProductOrderAttributeValueChangeEvent",
    event: {
      productOrder: {
        id: order.number,
        productOrderItem: [
          {},
          {
            product: {
              productCharacteristic: (Array.isArray(characteristics)
                ? (characteristics as readonly (readonly [string, unknown])[])
                : Object.entries(characteristics)
              ).map(([name, value]) => ({ name, value })),
            },
          },
        ],
      },
    },
  };
  return reportProgress(shop.services)(handlerCall<"orderEvents">({ token: OPERATOR, body: body as never }));
}
const cancelled = (order: Order) => shop.act("cancelOwn", order);
const newsJobs = async (order: Order) =>
  (await shop.jobsOf(order))
    .filter(({ name }) => name.endsWith("-transfer"))
    .map(({ name, payload }) => [name, payload["event"]]);

const texts: { to: string; text: string }[] = [];
let outcome: SmsOutcome = "sent";
const withTexts = () => ({
  ...shop.services,
  sms: {
    send: async (message: { to: string; text: string }) => {
      if (outcome === "sent") texts.push(message);
      return outcome;
    },
  },
});
/** Returns the customer's messages about a report: the mail's subject and second paragraph, and the text message. */
async function messagesAbout(order: Order, eventId: string) {
  const job = { orderId: order.id, event: eventId };
  await mailTransfer(withTexts())(job);
  await textTransfer(withTexts())(job);
  const [mail] = shop.mails.splice(0);
  const [text] = texts.splice(0);
  return { subject: mail?.subject, said: mail?.text.split("\n\n")[1], text: text?.text, to: text?.to };
}

describe("a report about a transfer", () => {
  test.each([
    [
      "confirmationNeeded",
      {},
      "Wechsel Ihrer Nummer: Bitte bestätigen",
      "Ihr bisheriger Anbieter wartet auf Ihre Bestätigung. Senden Sie mit der bisherigen SIM eine SMS mit JA an 499.",
    ],
    [
      "scheduled",
      { mnpDate: "2027-01-14" },
      "Wechsel Ihrer Nummer: Der Tag steht fest",
      "Der Wechsel für +41 79 555 01 43 ist am 14. Januar 2027. Bis dahin telefonieren Sie mit der bisherigen SIM.",
    ],
    [
      "completed",
      {},
      "Wechsel Ihrer Nummer: abgeschlossen",
      "Der Wechsel für +41 79 555 01 43 ist abgeschlossen. Telefonieren Sie ab jetzt mit der neuen SIM.",
    ],
    [
      "refused",
      { mnpReason: "holder" },
      "Wechsel Ihrer Nummer: Er hat nicht geklappt",
      "Der Wechsel für +41 79 555 01 43 hat nicht geklappt. Die Nummer ist auf einen anderen Namen eingetragen. Rufen Sie uns an: Wir können sofort eine neue Nummer freischalten und die bisherige später übertragen.",
    ],
  ])(
    "that it is %s reaches the customer by mail and by text message, once each",
    async (mnpState, more, subject, said) => {
      const order = await moving();
      const eventId = `${order.id}-${mnpState}`;
      expect(await report(order, { mnpState, ...more }, { eventId })).toEqual(OK);
      expect(await report(order, { mnpState, ...more }, { eventId })).toEqual(OK);
      expect(await newsJobs(order)).toEqual([
        ["mail-transfer", eventId],
        ["text-transfer", eventId],
      ]);
      expect(await messagesAbout(order, eventId)).toEqual({
        subject,
        said,
        text: expect.stringMatching(new RegExp(`^Alpenfon: ${said.replaceAll(/[+.]/g, "\\$&")}`)),
        to: "41784123456",
      });
    },
  );

  test("that the old provider was asked is only on the page", async () => {
    const order = await moving();
    expect(await report(order, { mnpState: "requested" })).toEqual(OK);
    expect(await transferOf(shop.sale.db, order.id)).toMatchObject({ state: "requested", day: null, reason: null });
    expect(await newsJobs(order)).toEqual([]);
  });

  test("counts by the operator's time: an older one changes nothing and sends nothing", async () => {
    const order = await moving();
    await report(order, { mnpState: "completed" }, { at: 5, eventId: `${order.id}-late` });
    for (const at of [3, 5])
      expect(await report(order, { mnpState: "scheduled", mnpDate: "2027-01-14" }, { at })).toEqual(OK);
    expect(await transferOf(shop.sale.db, order.id)).toMatchObject({ state: "completed" });
    expect(await newsJobs(order)).toHaveLength(2);
  });

  test("with the same time as the last counts if it is further, or as far and received later", async () => {
    const order = await moving();
    const day = async () => (await transferOf(shop.sale.db, order.id))?.day;
    for (const [at, values] of [
      { mnpState: "confirmationNeeded" },
      { mnpState: "scheduled", mnpDate: "2027-01-14" },
      { mnpState: "requested" },
    ].entries())
      expect(await report(order, values, { at: 7, eventId: `${order.id}-same-${at}` })).toEqual(OK);
    expect(await transferOf(shop.sale.db, order.id)).toMatchObject({ state: "scheduled" });
    expect(await day()).toBe("2027-01-14");
    await report(order, { mnpState: "scheduled", mnpDate: "2027-01-15" }, { at: 7, eventId: `${order.id}-other-day` });
    expect(await day()).toBe("2027-01-15");
    expect(await newsJobs(order)).toHaveLength(6);
  });

  test("without a change is not announced; with another day it is", async () => {
    const order = await moving();
    const agreed = (mnpDate: string, at: number) => report(order, { mnpState: "scheduled", mnpDate }, { at });
    await agreed("2027-01-14", 1);
    await agreed("2027-01-14", 2);
    expect(await newsJobs(order)).toHaveLength(2);
    await agreed("2027-01-15", 3);
    expect(await newsJobs(order)).toHaveLength(4);
  });

  test("is no longer announced once there is a newer one, or the order is cancelled", async () => {
    const order = await moving();
    const [first, second] = [`${order.id}-1`, `${order.id}-2`];
    await report(order, { mnpState: "scheduled", mnpDate: "2027-01-14" }, { at: 1, eventId: first });
    await report(order, { mnpState: "refused" }, { at: 2, eventId: second });
    expect(await messagesAbout(order, first)).toEqual({});
    expect((await messagesAbout(order, second)).said).toContain("Der bisherige Anbieter hat keinen Grund genannt.");
    await shop.act("cancelPlaced", order);
    expect(await messagesAbout(order, second)).toEqual({});
  });

  test("that comes late does not revive a refused transfer while another order has the number", async () => {
    const refused = await moving();
    await report(refused, { mnpState: "refused", mnpReason: "bound" }, { at: 1 });
    const whole = { ...wholeForm("nora@example.ch"), ...TRANSFER };
    const terms = acceptedTerms(
      shop.services.brand,
      { family: "mobile", form: whole, signedIn: "de" },
      "de",
      shop.sale.clock.now,
    );
    const second = await shop.made(SMART30, { form: TRANSFER, change: { terms } });
    const before = await newsJobs(refused);
    const warned: object[] = [];
    shop.services.log.warn = ((line: object) => void warned.push(line)) as typeof shop.services.log.warn;
    for (const [at, eventId] of [
      [2, "late"],
      [2, "late"],
      [3, "later"],
    ] as const)
      expect(
        await report(refused, { mnpState: "scheduled", mnpDate: "2027-01-14" }, { at, eventId: refused.id + eventId }),
      ).toEqual(OK);
    expect(await transferOf(shop.sale.db, refused.id)).toMatchObject({ state: "refused" });
    expect(await newsJobs(refused)).toEqual(before);
    expect((await reportOrder(shop.sale.db, refused.number))?.transfers).toMatchObject([
      { state: "scheduled", blockedBy: second.number },
      { state: "scheduled", blockedBy: second.number },
      { state: "refused", blockedBy: null },
    ]);
    expect(warned).toMatchObject(
      ["scheduled", "scheduled"].map((state) => ({ order: refused.number, state, blockedBy: second.number })),
    );
    expect(await cancelled(refused)).toBe("done");
    await report(second, { mnpState: "scheduled", mnpDate: "2027-01-14" }, { at: 4 });
    expect(await transferOf(shop.sale.db, second.id)).toMatchObject({ state: "scheduled" });
  });

  test("by text message is retried later if the centre cannot send, and omitted if text messages are off", async () => {
    const order = await moving();
    const eventId = `${order.id}-text`;
    await report(order, { mnpState: "completed" }, { eventId });
    const job = { orderId: order.id, event: eventId };
    outcome = "later";
    await expect(textTransfer(withTexts())(job)).rejects.toThrow("no text can be sent now");
    outcome = "refused";
    await textTransfer(withTexts())(job);
    expect(await messagesOf(shop.sale.db, order.id)).toMatchObject([
      { channel: "sms", about: "refused transfer completed" },
    ]);
    outcome = "sent";
    await textTransfer({ ...withTexts(), sms: null })(job);
    expect(texts).toEqual([]);
  });

  test.each([
    [{ mnpState: "moved" }, "mnpState"],
    [{ mnpDate: "2027-01-14" }, "mnpState"],
    [{ mnpState: "scheduled" }, "mnpDate"],
    [{ mnpState: "scheduled", mnpDate: "14.1.2027" }, "mnpDate"],
    [{ mnpState: "scheduled", mnpDate: "2026-11-20" }, "mnpDate"],
    [
      [
        ["mnpState", "requested"],
        ["mnpState", "completed"],
      ] as [string, string][],
      "mnpState",
    ],
    [{ mnpState: "completed", mnpDate: 20_270_114 }, "mnpDate"],
    [{ mnpState: "scheduled", mnpDate: "1990-01-01" }, "mnpDate"],
    [{ mnpState: "scheduled", mnpDate: "9999-12-31" }, "mnpDate"],
  ])("%j is unreadable, and the answer says what", async (characteristics, detail) => {
    const order = await moving();
    expect(await report(order, characteristics)).toEqual({ ok: false, failure: { name: "unreadable", detail } });
    expect(await transferOf(shop.sale.db, order.id)).toBeNull();
  });

  test("about an unknown order, or one with a new number, is not found", async () => {
    const unknown = { ok: false, failure: { name: "notFound" } };
    expect(await report({ number: "K1" }, { mnpState: "completed" })).toEqual(unknown);
    expect(await report(await shop.made(SMART30), { mnpState: "completed" })).toEqual(unknown);
  });

  test("shown is the newest one about the transfer, regardless of other reports", async () => {
    const order = await moving();
    await report(order, { mnpState: "completed" }, { at: 1 });
    await reportProgress(shop.services)(
      handlerCall<"orderEvents">({
        token: OPERATOR,
        body: {
          eventId: `${order.id}-state`,
          eventTime: new Date("2026-11-23T09:00:02Z"),
          eventType: "ProductOrderStateChangeEvent",
          event: { productOrder: { id: order.number, state: "inProgress" } },
        },
      }),
    );
    expect(await transferOf(shop.sale.db, order.id)).toMatchObject({ state: "completed" });
    expect((await shop.reload(order)).progress).toMatchObject({ name: "inProgress" });
  });
});

describe("a customer who transfers a number", () => {
  const cancel = (order: Order) => shop.act("cancelOwn", order);

  test("can no longer cancel once the transfer has started", async () => {
    for (const mnpState of ["requested", "scheduled", "completed"] as const) {
      const order = await moving();
      await report(order, { mnpState, ...(mnpState === "scheduled" && { mnpDate: "2027-01-14" }) });
      expect(await cancel(order)).toBe("tooLate");
    }
  });

  test("can after the transfer was refused", async () => {
    const order = await moving();
    await report(order, { mnpState: "requested" }, { at: 1 });
    await report(order, { mnpState: "refused" }, { at: 2 });
    expect(await cancel(order)).toBe("done");
  });

  test("sees no report about an order that is not placed yet", async () => {
    await shop.sale.query("delete from number_transfers");
    const order = await shop.held(SMART30, { form: TRANSFER });
    expect(await report(order, { mnpState: "completed" })).toEqual(OK);
    expect(await transferOf(shop.sale.db, order.id)).toBeNull();
  });
});

describe("the authority", () => {
  async function paperOf(order: Order) {
    const paper = toPrintable(order);
    if (!isAuthorised(paper)) throw new Error("The order has no authority");
    return authorityPdf(shop.services.brand, paper);
  }

  test("is a PDF with the holder, the number, the words that were ticked and when, in their language", async () => {
    const order = await moving();
    const pdf = await paperOf(order);
    const text = (await textOfPdf(pdf)).replaceAll(/\s+/g, " ");
    for (const part of [
      `Vollmacht ${order.number}`,
      "Nora Beispiel",
      "14. März 1991",
      "Bahnhofstrasse 1, 8001 Zürich",
      "+41 79 555 01 43",
      "Prepaid",
      "Ich beauftrage Alpenfon, diese Nummer am 12. Januar 2027",
      "durch Ankreuzen bei der Bestellung",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("12345678");
  });

  test("contains letters that the shop's font lacks", async () => {
    const order = await moving({ firstName: "Нора", lastName: "Nguyễn" });
    const pdf = await paperOf(order);
    expect(await textOfPdf(pdf)).toContain("Нора Nguyễn");
  });

  test("is sent with the confirmation; without a tick there is none", async () => {
    const files = async (order: Order) => {
      await mailOrder(shop.services)({ orderId: order.id, about: "placed" });
      return shop.mails.splice(0)[0]?.attachments?.map(({ filename }) => filename);
    };
    const order = await moving();
    expect(await files(order)).toEqual([`Bestellung-${order.number}.pdf`, `Vollmacht-${order.number}.pdf`]);
    const unsigned = await moving({ mnpAuthority: false });
    expect(await files(unsigned)).toEqual([`Bestellung-${unsigned.number}.pdf`]);
    expect(isAuthorised(toPrintable(unsigned))).toBe(false);
  });

  test("is fetched by the operator by the reference in the event, with its secret, for thirty days", async () => {
    const order = await moving();
    const [event] = await shop.eventsOf(order);
    const [item] = (event as unknown as { event: { productOrder: { productOrderItem: Item[] } } }).event.productOrder
      .productOrderItem;
    const values = valuesOf(item);
    expect(values).toMatchObject({
      mnpRequestedDate: "2027-01-12",
      mnpAuthorityGivenAt: order.terms?.at,
      mnpAuthorityText: order.terms?.authority,
    });
    const id = values["mnpAuthorityDocument"]?.split("/order-authorities/")[1] ?? "";
    const fetched = (token: string | null, reference = id, now = shop.sale.clock.now) =>
      orderAuthority({ ...shop.services, now: () => now })(
        handlerCall<"orderAuthority">({ token, params: { id: reference } } as never),
      );
    expect(await fetched(OPERATOR)).toMatchObject({ ok: true });
    expect(await fetched(null)).toMatchObject({ ok: false, failure: { name: "operatorTokenWrong" } });
    expect(await fetched(OPERATOR, `${id.slice(0, -1)}x`)).toMatchObject({ ok: false });
    const later = new Date(shop.sale.clock.now.getTime() + 31 * 24 * 3_600_000);
    expect(await fetched(OPERATOR, id, later)).toMatchObject({ ok: false, failure: { name: "notFound" } });
  });

  test("that was not ticked is not in the event", async () => {
    const order = await moving({ mnpAuthority: false });
    const [event] = await shop.eventsOf(order);
    expect(JSON.stringify(event)).not.toMatch(/mnpAuthorityText|mnpAuthorityDocument/);
  });
});

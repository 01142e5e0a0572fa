import { createRefundAhead } from "#server/sale/payment/refund-ahead.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OrderMail } from "#server/sale/order/mail.ts";
import { runTogether } from "#server/platform/database/statement.ts";
import { changeEsim, esimToOrder } from "#server/sale/esim/queries.ts";
import { changeOrder } from "#server/sale/order/queries.ts";
import { mailOrder } from "#server/sale/order/mail.ts";
import { messagesOf } from "#server/sale/order/sent-messages.ts";
import type { Order } from "#server/sale/order/order.ts";
import { orderServices, SMART30, type OrderServices } from "../support/order-services.ts";
import { textOfPdf } from "../support/pdf.ts";

let shop: OrderServices;
beforeAll(async () => {
  shop = await orderServices();
});
afterAll(() => shop.sale.close());

const LINK = "https://shop.example.ch/order#SECRET";
/** Returns the mail as its customer gets it, with the secret of its link replaced. */
async function mail(order: Order, about?: OrderMail) {
  await mailOrder(shop.services)({ orderId: order.id, ...(about && { about }) });
  const [sent, ...more] = shop.mails.splice(0);
  if (!sent || more.length > 0) throw new Error("One mail was expected");
  return { ...sent, text: sent.text.replace(/#[\w-]{32}/, "#SECRET") };
}
const letter = (...parts: readonly string[]) =>
  [
    "Guten Tag Nora Beispiel",
    ...parts,
    "Fragen? 0800 784 784 oder info@alpenfon.example",
    "Freundliche Grüsse\nAlpenfon",
  ].join("\n\n");

describe("a placed order", () => {
  test("is confirmed with its link, the whole agreement, and the PDF", async () => {
    const order = await shop.made(SMART30);
    const { text, attachments, ...sent } = await mail(order);
    expect(sent).toEqual({
      to: order.account.email,
      subject: `Ihre Bestellung ${order.number} bei Alpenfon`,
      key: `order:${order.id}:placed`,
      locale: "de",
    });
    expect(text).toBe(
      letter(
        `Danke für Ihre Bestellung. Sie ist bei uns angekommen. Bestellnummer: ${order.number}.`,
        `Ihre Bestellung im Internet: ${LINK}`,
        `- SMART 30: CHF\u00a024.90 (Monatlich) + CHF\u00a049.– (Einmalig)
  Mindestlaufzeit 24 Monate
  Aktivierung CHF\u00a049.–, auf der ersten Rechnung
  als SIM-Karte`,
        "Monatlich: CHF\u00a024.90\nEinmalig: CHF\u00a049.–",
        `Es ist nichts im Voraus zu bezahlen: Alles kommt auf die Rechnung.
Kündigung mit 60 Tagen Frist, frühestens auf das Ende der Mindestlaufzeit; danach jederzeit.
Für Bestellungen im Internet kennt das Schweizer Recht kein allgemeines Widerrufsrecht.
Alle Preise enthalten 8.1 % MWST: Monatlich CHF\u00a01.87, Einmalig CHF\u00a03.67.`,
      ),
    );
    expect(attachments).toEqual([
      { filename: `Bestellung-${order.number}.pdf`, contentType: "application/pdf", content: expect.any(Function) },
    ]);
    expect(await textOfPdf((await attachments?.[0]?.content()) ?? Buffer.alloc(0))).toContain(order.number);
  });

  test("that is repeated contains the same link", async () => {
    const order = await shop.made(SMART30);
    const link = async () => {
      await mailOrder(shop.services)({ orderId: order.id });
      return /#([\w-]{32})/.exec(shop.mails.splice(0)[0]?.text ?? "")?.[1] ?? "";
    };
    const first = await link();
    expect(first).toHaveLength(32);
    expect(await link()).toBe(first);
  });

  test("that a mail server refuses for good is not repeated, and the order's messages contain the refusal", async () => {
    const order = await shop.made(SMART30);
    const mail = { send: async () => "refused" as const };
    await mailOrder({ ...shop.services, mail })({ orderId: order.id });
    expect(await messagesOf(shop.sale.db, order.id)).toMatchObject([{ channel: "mail", about: "refused placed" }]);
    await mailOrder(shop.services)({ orderId: order.id });
    shop.mails.length = 0;
    const abouts = (await messagesOf(shop.sale.db, order.id)).map(({ about }) => about);
    expect(abouts).toEqual(["refused placed", "placed"]);
  });

  test("in French has a narrow no-break space before every colon", async () => {
    const order = await shop.made(SMART30);
    await shop.sale.query("update orders set locale = 'fr' where id = $1", [order.id]);
    const { text } = await mail(order);
    expect(text).toContain("- SMART 30\u202f: CHF\u00a024.90");
    expect(text.replaceAll(/https?:/g, "")).not.toMatch(/[^\u202f]: /);
  });

  test("contains a warning for a transfer", async () => {
    const transfer = { mnp: true, mnpMsisdn: "41791234567", mnpSubscriptionType: "Postpaid" };
    const order = await shop.made(SMART30, { form: transfer });
    const { text } = await mail(order);
    expect(text).toContain("\n\nKündigen Sie den bisherigen Vertrag nicht selbst, sonst geht Ihre Nummer verloren.");
    expect(text).toContain("frühestens in 3 Arbeitstagen");
    const later = await mail(
      await shop.made(SMART30, { form: { ...transfer, mnpMsisdn: "41791234568", mnpDate: "2027-01-12" } }),
    );
    expect(later.text).toContain("Gewünscht haben Sie den Wechsel am 12. Januar 2027");
  });

  test("lists included items without a price, and no total of 0", async () => {
    const { text } = await mail(await shop.paid({ type: "TV Tariff", tv_tariff: "277" }));
    expect(text).toContain(
      `- TV 277: CHF\u00a0168.– (Bezahlt)
  12 Monate im Voraus, endet von selbst
- Set-Top-Box
  inbegriffen

Bezahlt: CHF\u00a0168.–

Bezahlt: CHF\u00a0168.– am 23. November 2026, online, Referenz `,
    );
  });

  test("without any price has no totals", async () => {
    const { text } = await mail(await shop.made({ type: "Tariff", tariff: "PREPAID0" }));
    expect(text).not.toContain("\n\n\n");
    expect(text).toContain("Für diese Bestellung ist nichts zu bezahlen.");
  });
});

describe("a held order", () => {
  const checked = (number: string) =>
    `Wir haben Ihre Bestellung ${number} erhalten. Unsere automatische Prüfung konnte sie nicht freigeben.\n\nSpätestens am Donnerstag, 26. November entscheidet jemand aus unserem Team und schreibt Ihnen. Wollen Sie vorher etwas dazu sagen, rufen Sie uns an.`;

  test("asks its customer to call, and says that nothing has to be paid now", async () => {
    const order = await shop.held();
    const { subject, text, attachments } = await mail(order);
    expect([subject, attachments]).toEqual([`Ihre Bestellung ${order.number} wird geprüft`, []]);
    expect(text).toContain(
      `${checked(order.number)}\n\nSie haben noch nichts bezahlt und müssen jetzt nichts bezahlen. Geben wir die Bestellung frei, erhalten Sie einen Link zum Bezahlen.\n\n- SMART 60: `,
    );
    expect(text).not.toContain("https://");
  });

  test("with nothing due does not mention paying", async () => {
    const order = await shop.held(SMART30);
    expect((await mail(order)).text).toContain(`${checked(order.number)}\n\n- SMART 30: `);
  });

  test("decided by a person meanwhile causes no more mails", async () => {
    const order = await shop.awaiting();
    const before = shop.mails.length;
    await mailOrder(shop.services)({ orderId: order.id, about: "onHold" });
    expect(shop.mails.length).toBe(before);
  });

  test("that is released has a link to pay it, and the last day", async () => {
    const order = await shop.awaiting();
    const { subject, text, attachments } = await mail(order);
    expect([subject, attachments]).toEqual([`Ihre Bestellung ${order.number} ist freigegeben: bitte bezahlen`, []]);
    expect(text).toContain(
      `Wir haben Ihre Bestellung ${order.number} geprüft und freigegeben. Mit diesem Link bezahlen Sie CHF\u00a099.–, spätestens am 30. November 2026. Danach liefern wir.\n\n${LINK}\n\n- SMART 60: `,
    );
  });
});

test.each(["placed", "inProgress", "completed", "failed", "esimReady", "esimFailed", "awaitingPayment"] as const)(
  "nothing is written about %s once the order is cancelled",
  async (about) => {
    const order = await shop.paid();
    await shop.act("refund", order);
    await mailOrder(shop.services)({ orderId: order.id, about });
    expect(shop.mails.splice(0)).toEqual([]);
    await mailOrder(shop.services)({ orderId: order.id, about: "cancelled" });
    expect(shop.mails.splice(0)).toHaveLength(1);
  },
);

describe("a cancelled order", () => {
  const cancelled = (number: string, ...more: readonly string[]) =>
    letter(`Ihre Bestellung ${number} ist storniert. Es entstehen Ihnen daraus keine Kosten.`, ...more);
  const mailOf = async (order: Order) => mail(await shop.reload(order));

  test("costs nothing", async () => {
    const order = await shop.held();
    await shop.act("cancelHeld", order);
    const { subject, text, attachments } = await mailOf(order);
    expect({ subject, text, attachments }).toEqual({
      subject: `Ihre Bestellung ${order.number} ist storniert`,
      text: cancelled(order.number),
      attachments: [],
    });
  });

  test("that was not paid in time contains the day", async () => {
    const order = await shop.awaiting();
    shop.sale.clock.now = new Date("2026-11-30T10:00:00Z");
    await shop.act("cancelUnpaid", order);
    shop.sale.clock.now = new Date("2026-11-23T10:00:00Z");
    const late = "Sie war bis am 30. November 2026 nicht bezahlt.";
    expect((await mailOf(order)).text).toBe(cancelled(order.number, late));
  });

  test("cancelled by a person while it could still be paid is not called late", async () => {
    const order = await shop.awaiting();
    await shop.act("cancelHeld", order);
    expect((await mailOf(order)).text).toBe(cancelled(order.number));
  });

  test("that was paid promises the refund, and does not mention lateness", async () => {
    const order = await shop.paid();
    await shop.act("refund", order);
    await shop.sale.query("update orders set pay_until = '2026-11-20' where id = $1", [order.id]);
    const refund = "Ihre Zahlung von CHF\u00a099.– geht an Sie zurück; das dauert einige Tage.";
    expect((await mailOf(order)).text).toBe(cancelled(order.number, refund));
  });

  test.each([
    ["is left", { now: 9900, before: 0 }, "Ihre Zahlung von CHF\u00a099.– geht an Sie zurück"],
    ["is partly left", { now: 4900, before: 5000 }, /restlichen CHF.49\.–.* CHF.50\.– haben Sie schon zurückerhalten/],
    ["is not known", null, "Den Betrag schreiben wir Ihnen, sobald er unterwegs ist."],
  ])("of whose payment %s says so", async (_what, refund, words) => {
    const order = await shop.paid();
    await shop.act("refund", order);
    await mailOrder({ ...shop.services, refundAhead: async () => refund })({ orderId: order.id, about: "cancelled" });
    expect(shop.mails.splice(0)[0]?.text).toMatch(words);
  });

  test("that was refunded before the mail names what Kasse returned, and what went back before", async () => {
    const order = await shop.paid();
    await shop.act("refund", order);
    await shop.sale.query(
      "update payments set state = 'refunded', refunded_amount = 9900, refunded_now = 3000 where id = $1",
      [order.payment?.id],
    );
    const refundAhead = createRefundAhead(shop.services);
    await mailOrder({ ...shop.services, refundAhead })({ orderId: order.id, about: "cancelled" });
    expect(shop.mails.splice(0)[0]?.text).toMatch(/restlichen CHF.30\.–.* CHF.69\.– haben/);
  });

  test.each([
    [
      { outcome: "paid", paid: { received: { amount: 4900, currency: "CHF" } } },
      { now: 4900, before: 5000 },
    ],
    [
      { outcome: "paid", paid: { received: null } },
      { now: 9900, before: 0 },
    ],
    [{ outcome: "refunded" }, null],
    [null, null],
  ])("asks the provider how much is left before the refund: %j", async (status, refund) => {
    const ask = async () => {
      if (status === null) throw new Unavailable("the provider does not answer");
      return status;
    };
    const refundAhead = createRefundAhead({ providers: { of: () => ({ status: ask }) } as never });
    const payment = { id: "p", provider: "datatrans", hostedId: "h", paid: null, paidAt: null, amount: 9900 };
    expect(await refundAhead(payment)).toEqual(refund);
  });

  test("whose device was sent asks for its return", async () => {
    const order = await shop.paid();
    await shop.act("refund", order, { sent: true });
    const job = (await shop.jobsOf(order)).find(({ payload }) => payload["about"] === "cancelled");
    expect(job?.payload).toEqual({ orderId: order.id, about: "cancelled", sent: true });
    await mailOrder(shop.services)({ orderId: order.id, about: "cancelled", sent: true });
    expect(shop.mails.splice(0)[0]?.text).toContain("Bitte schicken Sie es uns ungebraucht zurück");
  });
});

test.each([
  ["inProgress", "ist in Arbeit", (number: string) => `Wir arbeiten an Ihrer Bestellung ${number}.`],
  [
    "completed",
    "ist erledigt",
    (number: string) => `Ihre Bestellung ${number} ist ausgeführt. Danke für Ihr Vertrauen.`,
  ],
  [
    "failed",
    "braucht unsere Hilfe",
    (number: string) =>
      `Bei der Ausführung Ihrer Bestellung ${number} ist etwas schiefgegangen. Wir kümmern uns darum und melden uns; Sie können uns auch anrufen.`,
  ],
] as const)("the progress %s is one sentence and the link", async (progress, subject, sentence) => {
  const order = await shop.made();
  await changeOrder(shop.sale.db, order.id, { progress, progress_at: shop.services.now() });
  const sent = await mail(order, progress);
  expect(sent).toMatchObject({
    subject: `Ihre Bestellung ${order.number} ${subject}`,
    key: `order:${order.id}:${progress}`,
    text: letter(sentence(order.number), `Ihre Bestellung im Internet: ${LINK}`),
    attachments: [],
  });
});

test.each([
  ["inProgress", "completed"],
  ["failed", "inProgress"],
] as const)("nothing is written about the progress %s once it is %s", async (before, progress) => {
  const order = await shop.made();
  await changeOrder(shop.sale.db, order.id, { progress, progress_at: shop.services.now() });
  await mailOrder(shop.services)({ orderId: order.id, about: before });
  expect(shop.mails.splice(0)).toEqual([]);
});

test("that an eSIM failed is written while that is so, not once it is ordered again", async () => {
  const order = await shop.made();
  await runTogether(shop.sale.db, esimToOrder(order.id, "consumer"));
  await changeEsim(shop.sale.db, order.id, { state: "failed" });
  await mail(order, "esimFailed");
  await mailOrder(shop.services)({ orderId: order.id, about: "esimReady" });
  await changeEsim(shop.sale.db, order.id, { state: "ordered" });
  await mailOrder(shop.services)({ orderId: order.id, about: "esimFailed" });
  expect(shop.mails.splice(0)).toEqual([]);
});

test("a mail about an unknown order is a mistake", async () => {
  await expect(mailOrder(shop.services)({ orderId: crypto.randomUUID() })).rejects.toThrow("does not exist");
});

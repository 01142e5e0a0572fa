import type { Totals } from "#core/price/pricing.ts";
import { hasMobileNumber } from "#core/order/after-order.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { dayOf, formatDay } from "#core/time/dates.ts";
import { francs, toChf } from "#core/money/money.ts";
import type { Line } from "#core/price/lines.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";
import { addressLines } from "#core/form/address-lines.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import { createCatalogueStore } from "#server/shop/catalogue/store.ts";
import { reportOrder, type OrderReport } from "#server/sale/order/report.ts";
import { createSeals } from "#server/platform/encryption/seals.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { CommandError, type Command } from "#server/command.ts";
import { aligned, counted, timeText, timeTextWithSeconds } from "#server/operator/cli/table.ts";
import { actionsOf } from "#server/sale/order/queries.ts";
import { reportCheckout, type HistoryLine, type ListedCheckout } from "#server/operator/support/checkout-report.ts";

/** `orders show <number> [--json]` */
export const showOrder: Command = {
  name: "orders show",
  recorded: true,
  args: "<number>",
  about: "show an order: lines, customer, payment, hand-over, mail",
  more: "Only the last three characters of the document number are shown, and no PUK.",
  options: { json: { type: "boolean", about: "as JSON, amounts in CHF" } },
  async run({ args: [number = ""], config, database, io, flag, now }) {
    await database(async (db) => {
      const stored = await reportOrder(db, number);
      const seals = createSeals(config.documentKeys, config.dataDir);
      const order = stored && { ...stored, customer: await openForm(seals, stored.checkoutId, stored.customer) };
      if (!order) throw new CommandError(`there is no order ${number}.`);
      const { catalogue } = await createCatalogueStore(db, () => now).ofVersion(order.shown.catalogueVersion);
      const nameOf = (line: Line) => lineName(line, catalogue, "en");
      const actions = await actionsOf(db, number);
      if (flag("json")) io.out(JSON.stringify({ ...onWire(order, nameOf), actions }, null, 2));
      else for (const line of [...asText(order, nameOf), ...actionLines(actions)]) io.out(line);
    });
    return 0;
  },
};

function actionLines(actions: Awaited<ReturnType<typeof actionsOf>>): string[] {
  if (actions.length === 0) return [];
  return [
    "",
    ...aligned(actions.map(({ action, actor, reason, at }) => [timeText(at), action, `by ${actor}: ${reason}`])),
  ];
}

type NameOf = (line: Line) => string;

/** Returns the form without the PUK and with only the end of the document's number, which the purge removes later. */
function shownCustomer({ idNo, puk: _never, ...form }: OrderCustomer) {
  return { ...form, idNo: idNo === undefined ? "(removed after its time)" : `…${idNo.slice(-3)}` };
}

/** A report with the customer's decrypted data. */
type Opened = Omit<OrderReport, "customer"> & { readonly customer: OrderCustomer };

function onWire({ shown, customer, payment, otherPayments, checkoutId: _id, ...order }: Opened, nameOf: NameOf) {
  const { lines } = shown.quote;
  return {
    ...order,
    lines: lines.map((line) => ({ kind: line.kind, code: line.code, name: nameOf(line), ...inFrancs(line) })),
    ...inFrancs(shown.quote),
    customer: toWire(shownCustomer(customer)),
    payment: payment && { ...payment, amount: toChf(payment.amount) },
    otherPayments: otherPayments.map((other) => ({ ...other, amount: toChf(other.amount) })),
  };
}

const inFrancs = ({ monthly, firstBill, dueNow }: Totals) => ({
  billing: toChf(monthly),
  oneTime: toChf(firstBill),
  total: toChf(dueNow),
});

function asText(order: Opened, nameOf: NameOf): string[] {
  const { quote } = order.shown;
  const amounts = ({ monthly, firstBill, dueNow }: Totals) =>
    [monthly, firstBill, dueNow].map((amount) => francs(amount));
  const lines = aligned(
    [
      ["CHF", "", "monthly", "first bill", "now"],
      ...quote.lines.map((line) => [line.code || line.kind, nameOf(line), ...amounts(line)]),
      ["total", "", ...amounts(quote)],
    ],
    [2, 3, 4],
  );
  return [
    `Order ${order.number}, ${order.status}, ${timeText(order.createdAt)}`,
    ...(order.payUntil && order.status === "awaitingPayment" ? [`to be paid until ${timeText(order.payUntil)}`] : []),
    ...(order.progress ? [`the operator's systems report: ${order.progress}`] : []),
    "",
    ...lines,
    "",
    ...aligned([...customerRows(order), ...stateRows(order)]),
  ];
}

function customerRows({
  customer: given,
  email,
  locale,
  documentKept,
  transfers,
  eid: shown,
  ...order
}: Opened): string[][] {
  const form = shownCustomer(given);
  const kept = documentKept ? "picture kept" : "no picture kept";
  const eid = shown ? `, by e-ID ${timeText(new Date(shown.at))} (verification ${shown.verification})` : "";
  return [
    ["customer", `${form.salutation} ${form.firstName} ${form.lastName}${bornOn(form)}`],
    ["address", addressLines(form).join(", ")],
    ["contact", [email, form.mobilePhone, locale].filter(Boolean).join(", ")],
    ["document", form.identifiedBy ? `${form.identifiedBy}, number ${form.idNo}, ${kept}${eid}` : kept],
    ...(hasMobileNumber(order.shown.quote.lines)
      ? [
          [
            "number",
            numberText(
              form,
              transfers.find(({ blockedBy }) => blockedBy === null),
            ),
          ],
        ]
      : []),
    ...(order.holderMatch ? [["holder", `by the present provider: ${order.holderMatch.verdict}`]] : []),
  ];
}

/** Returns the mobile number: transferred, chosen, or assigned by the operator. */
function numberText(form: OrderCustomer, report: OrderReport["transfers"][number] | undefined): string {
  if (!form.mnp) return form.newMsisdn ? displayPhone(form.newMsisdn) : "new";
  const wished = form.mnpDate ? ` wished on ${form.mnpDate}` : "";
  return `transfer of ${form.mnpMsisdn} (${form.mnpSubscriptionType})${wished}${reportText(report)}`;
}

/** Returns the text about a transfer, as the operator's systems or a person reported it. */
function reportText(report: OrderReport["transfers"][number] | undefined): string {
  if (!report) return "";
  const { state, day, reason, blockedBy } = report;
  const ignored = blockedBy === null ? "" : ` (does not count: order ${blockedBy} transfers the number)`;
  return `, ${[state, day, reason].filter(Boolean).join(" ")}${ignored}`;
}

/** Returns the date of birth as text, which is empty for a business customer without one. */
function bornOn({ year, month, day }: Pick<OrderCustomer, "year" | "month" | "day">): string {
  const born = dayOf(year, month, day);
  return born ? `, born ${formatDay(born)}` : "";
}

const paymentText = ({ state, amount, hostedId }: NonNullable<OrderReport["payment"]>) =>
  `${state}, CHF ${francs(amount)}, ${hostedId ?? ""}`;

function stateRows({ payment, otherPayments, handover, mail, transfers }: Opened): string[][] {
  return [
    ...transfers.toReversed().map((report) => ["transfer", `${timeTextWithSeconds(report.at)}${reportText(report)}`]),
    ["payment", payment ? paymentText(payment) : "none"],
    ...otherPayments.map((other) => ["not this order's", paymentText(other)]),
    ["hand-over", [delivery(handover), handover.eventId && `event ${handover.eventId}`].filter(Boolean).join(", ")],
    ["mail", delivery(mail)],
  ];
}

function delivery(job: OrderReport["mail"] & { readonly deliveredAt?: Date | null }): string {
  if (job.state === "done") return job.deliveredAt ? `done ${timeText(job.deliveredAt)}` : "sent";
  if (job.state === "none") return "none yet";
  return `${job.state}, tried ${counted(job.tries, "time")}${job.lastError ? `: ${job.lastError.split("\n")[0]}` : ""}`;
}

/** `checkout show <text> [--checkout <beginning>] [--json]` */
export const showCheckout: Command = {
  name: "checkout show",
  args: "<text>",
  about: "show the steps of a shopper in a checkout, and every refusal with its reason",
  more: "Searches like `find`: by e-mail, phone number, order, payment or checkout. Of several, shows the newest. Shows which fields were refused, never what was typed. Kept as long as checkouts without an order (RETENTION_CHECKOUTS_DAYS).",
  recorded: true,
  options: {
    checkout: { type: "string", value: "<beginning>", about: "the one of several whose id begins with this" },
    json: { type: "boolean", about: "as JSON" },
  },
  async run({ args: [text = ""], database, io, flag, text: option }) {
    const beginning = (option("checkout") ?? "").replace(/…$/, "");
    const report = await database((db) => reportCheckout(db, text, beginning));
    if (!report)
      throw new CommandError(
        beginning === ""
          ? `no checkout found for "${text}".`
          : `no checkout found for "${text}" has an id that begins with "${beginning}".`,
      );
    if (flag("json")) {
      io.out(JSON.stringify(report, null, 2));
      return 0;
    }
    const { checkout, history, others } = report;
    io.out(`Checkout ${checkout.id}…, ${about(checkout)}`);
    io.out("");
    for (const line of aligned(history.map((each) => [timeTextWithSeconds(each.at), each.what, outcomeOf(each)])))
      io.out(line);
    if (others.length > 0) {
      io.out("");
      io.out(`${counted(others.length, "other checkout")}, shown with --checkout <beginning>:`);
      for (const line of aligned(others.map((each) => [`${each.id}…`, timeText(each.begunAt), about(each)])))
        io.out(line);
    }
    return 0;
  },
};

const about = ({ product, locale, email, order }: ListedCheckout) =>
  [product, `in ${locale}`, email ?? "without a customer", order ? `order ${order}` : "no order"].join(", ");

const outcomeOf = ({ refused, times }: HistoryLine) =>
  [refused && `refused, ${refused.rule}: ${refused.about}`, times > 1 && `${times} times`].filter(Boolean).join("; ");

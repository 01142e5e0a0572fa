import type { AnswerOf } from "#contract/shop/calls.ts";
import { afterOrder, type AfterOrder, type Ordered } from "#core/order/after-order.ts";
import { mayCancel } from "#core/order/order-cancel.ts";
import { isBilled } from "#core/price/settlement.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Config } from "#server/config/config.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { isOwner, type Checkouts } from "#server/sale/checkout/access.ts";
import { linesOnWire, totalsOnWire } from "#server/sale/checkout/answer.ts";
import { unknownCheckout, decidedBy } from "#server/sale/checkout/refusals.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import type { Agreement } from "#server/sale/confirmation/agreement.ts";
import type { Confirmations } from "#server/sale/confirmation/confirmation.ts";
import { isAuthorised } from "#server/sale/confirmation/authority.ts";
import type { TransferReport } from "#core/phone-numbers/transfer-states.ts";
import { orderOnWire } from "./insert-order.ts";
import { loadOrder, toPrintable, settlementOfOrder, type Order } from "./order.ts";
import { transferText } from "./transfer-messages.ts";
import { transferOf } from "./transfer.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";
import { esimProgress } from "#server/sale/esim/queries.ts";

/**
 * GET /order: returns the order of this checkout, for the thank-you page. The only personal data is the e-mail address
 * and, for the owner of the order, the number to be transferred.
 */
export function showOrder(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly catalogues: CatalogueStore;
  readonly confirmations: Confirmations;
  readonly config: Pick<Config, "customerCancelHours" | "reviewDays">;
}): Handler<"order"> {
  return async (call) => {
    const { locale } = call;
    const found = await services.checkouts.loadForCaller(call);
    if (!found) return unknownCheckout();
    const order = await loadOrder(services.db, { checkoutId: found.checkout.id });
    if (!order) return fail("notFound");
    const { shown, customer, createdAt, payUntil } = order;
    const { catalogue } = await services.catalogues.ofVersion(shown.catalogueVersion);
    const printable = toPrintable(order);
    const transfer = order.status === "placed" && customer.mnp ? await transferOf(services.db, order.id) : null;
    const mobile = shown.quote.lines[0]?.kind === "mobileTariff";
    const simType = customer.simType === "1" ? "esim" : "sim";
    return ok({
      ...orderOnWire({ number: order.number, status: order.status, billPaid: order.payment !== null }),
      createdAt: createdAt.toISOString(),
      email: readableEmail(order.account.email),
      ...linesOnWire(shown.quote, catalogue, locale, customer.simType),
      simType: mobile ? simType : null,
      transfer: customer.mnp,
      settlement: printable.settlement,
      payUntil: order.status === "awaitingPayment" && payUntil ? formatDay(dayInZurich(payUntil)) : null,
      decidedBy: order.status === "onHold" ? formatDay(decidedBy(createdAt, services.config)) : null,
      cancel: cancelOf(order, transfer, services.config.customerCancelHours, services.now()),
      agreement: agreementOnWire(await services.confirmations.agreementFor(printable, locale)),
      progress: order.progress?.name ?? null,
      esim: await esimProgress(services.db, order.id),
      authority: isAuthorised(order),
      transferState: transfer && {
        state: transfer.state,
        day: transfer.day,
        text: transferText(transfer, isOwner(found) ? customer.mnpMsisdn : "", locale),
      },
      next: nextOf(order, isOwner(found), transfer),
    });
  };
}

function cancelOf(
  order: Order,
  transfer: TransferReport | null,
  hours: number,
  now: Date,
): AnswerOf<"order">["cancel"] {
  const facts = {
    ...order,
    progress: order.progress?.name ?? null,
    transfer: transfer?.state ?? null,
    hours,
  };
  const may = mayCancel(facts, now);
  return may && { until: may.until?.toISOString() ?? null };
}

function agreementOnWire({ lines, labels, terms }: Agreement): AnswerOf<"order">["agreement"] {
  return {
    lines: lines.map((line) => ({ name: line.name, notes: [...line.notes], ...totalsOnWire(line) })),
    labels: { billing: labels.monthly, oneTime: labels.firstBill, total: labels.dueNow },
    terms: [...terms],
  };
}

/**
 * Returns the number with its transfer date: the agreed date if there is one, otherwise the requested one. Null once
 * the transfer is completed or refused.
 */
function numberFor(planned: AfterOrder["number"], transfer: TransferReport | null): AfterOrder["number"] {
  if (transfer?.state === "completed" || transfer?.state === "refused") return null;
  return planned && transfer?.day ? { ...planned, wished: transfer.day } : planned;
}

/** Returns what happens next; null for an order that is not placed. */
function nextOf(order: Order, toOwner: boolean, transfer: TransferReport | null): AnswerOf<"order">["next"] {
  const { status, createdAt, shown, customer } = order;
  if (status !== "placed") return null;
  const billed = isBilled({ ...shown.quote, settlement: settlementOfOrder(order) });
  const ordered: Ordered = { at: createdAt, lines: shown.quote.lines, billed, customer };
  const planned = afterOrder(ordered);
  const next = { ...planned, number: numberFor(planned.number, transfer) };
  return next.number && !toOwner ? { ...next, number: { ...next.number, msisdn: null } } : next;
}

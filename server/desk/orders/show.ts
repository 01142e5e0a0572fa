import { differsInAddress } from "#core/phone-numbers/holder-match.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { readSolvency } from "#server/sale/checkout/stored.ts";
import { hasMobileNumber } from "#core/order/after-order.ts";
import { dayOf, formatDay } from "#core/time/dates.ts";
import { isDocumentType } from "#core/document/documents.ts";
import type { DeskOrder, DeskPayment } from "#contract/desk/order-answers.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import { ADDRESS_FIELDS, pickFields } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { offeredActions } from "#core/desk/order-actions.ts";
import { permitsOf } from "#core/desk/roles.ts";
import { deskStateOf } from "#core/desk/states.ts";
import { plainIccid } from "#core/order/esim.ts";
import type { Line } from "#core/price/lines.ts";
import type { Locale } from "#core/text/locale.ts";
import { toChf } from "#core/money/money.ts";
import { takesPoBox } from "#core/form/delivery.ts";
import type { Totals } from "#core/price/pricing.ts";
import { orderVersion as versionOf } from "#server/read-models/desk-orders.ts";
import { storedCheckouts } from "#server/read-models/checkouts.ts";
import { paymentsOf } from "#server/read-models/payments.ts";
import { decidedBy } from "#server/sale/checkout/refusals.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { refundLimitOf } from "#server/sale/order/facts.ts";
import { reportOrder, type OrderReport } from "#server/sale/order/report.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskPerson } from "#server/operator/desk-people/people.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { eventsOf } from "./history.ts";
import { namesOf } from "./names.ts";
import { esimOf } from "#server/read-models/esims.ts";

/** GET /orders/{number}: returns everything about an order. */
export function order({ showOrder }: { readonly showOrder: ShowOrder }): DeskHandler<"order"> {
  return async ({ params, person, locale }) => {
    const shown = await showOrder(params.number, person, locale);
    return shown ? ok(shown) : fail("notFound");
  };
}

/** GET /orders/{number}/version: returns what tells whether the order has changed, without personal data. */
export function orderVersion(services: Pick<DeskServices, "db" | "config">): DeskHandler<"orderVersion"> {
  return async ({ params }) => {
    const known = await versionOf(services.db, params.number, refundLimitOf(services.config));
    return known ? ok(known) : fail("notFound");
  };
}

/** Returns an order as a person at the desk sees it; null if no order has this number. */
export type ShowOrder = (number: string, person: DeskPerson, locale: Locale) => Promise<DeskOrder | null>;

/** Creates `ShowOrder`, for the order's page and after each action. */
export function createShowOrder({
  db,
  catalogues,
  config,
  seals,
  orderActions,
}: Pick<DeskServices, "db" | "catalogues" | "config" | "seals" | "orderActions">): ShowOrder {
  return async (number, person, locale) => {
    const [facts, report] = [await orderActions.factsOf({ number }, person), await reportOrder(db, number)];
    if (!facts || !report) return null;
    const { catalogue } = await catalogues.ofVersion(report.shown.catalogueVersion);
    const customer = await openForm(seals, report.checkoutId, report.customer);
    const { quote } = report.shown;
    const { request } = facts;
    const handover = report.handover.state;
    const { tries, lastError, eventId } = report.handover;
    const totals = inFrancs(quote);
    return {
      number,
      version: facts.version,
      refundLimit: toChf(refundLimitOf(config)),
      state: deskStateOf({ ...facts, handover }),
      createdAt: report.createdAt.toISOString(),
      decideBy: report.status === "onHold" ? formatDay(decidedBy(report.createdAt, config)) : null,
      refusedBy: await refusedBy(db, report.checkoutId),
      payUntil: report.status === "awaitingPayment" ? (report.payUntil?.toISOString() ?? null) : null,
      locale: report.locale as Locale,
      lines: quote.lines.map((line: Line) => ({
        kind: line.kind,
        name: lineName(line, catalogue, locale),
        ...inFrancs(line),
      })),
      ...totals,
      person: personOf(report, customer, takesPoBox(quote.lines, catalogue)),
      phoneNumber: hasMobileNumber(quote.lines) ? phoneNumberOf(customer) : null,
      holderMatch: report.holderMatch && {
        verdict: report.holderMatch.verdict,
        addressDiffers: differsInAddress(report.holderMatch.details),
      },
      document: documentOf(report, customer),
      payments: await paymentsOnWire(db, report.checkoutId, facts.paymentId),
      handover: { state: handover, eventId, tries, lastError },
      mail: report.mail,
      esim: await esimOnWire(db, facts.orderId),
      asked: request && {
        by: request.by,
        at: request.at.toISOString(),
        reason: request.reason,
        own: facts.asked?.asker === "own",
      },
      history: await eventsOf(db, { ...report, orderId: facts.orderId }, locale),
      acts: offeredActions(facts, permitsOf(person.roles)),
    };
  };
}

const inFrancs = ({ monthly, firstBill, dueNow }: Totals) => ({
  monthly: toChf(monthly),
  oneTime: toChf(firstBill),
  now: toChf(dueNow),
});

function personOf({ email }: OrderReport, form: OrderCustomer, poBox: boolean): DeskOrder["person"] {
  const born = dayOf(form.year, form.month, form.day);
  return {
    name: namesOf(form),
    birthday: born && formatDay(born),
    address: toWire({
      ...pickFields(form, ADDRESS_FIELDS),
      ...(form.careOf && { careOf: form.careOf }),
      ...(form.poBox && { poBox: form.poBox }),
    }),
    takesPoBox: poBox,
    email,
    phone: form.mobilePhone,
  };
}

function phoneNumberOf({ mnp, mnpMsisdn, newMsisdn }: OrderCustomer): NonNullable<DeskOrder["phoneNumber"]> {
  if (mnp) return { kind: "transfer", number: mnpMsisdn };
  return newMsisdn ? { kind: "chosen", number: newMsisdn } : { kind: "new", number: null };
}

function documentOf({ documentKept, eid }: OrderReport, form: OrderCustomer): DeskOrder["document"] {
  return {
    kind: isDocumentType(form.identifiedBy) ? form.identifiedBy : null,
    numberEnd: form.idNo ? form.idNo.slice(-3) : null,
    validUntil: form.validUntil ?? null,
    pictureKept: documentKept,
    eid: eid !== null,
  };
}

/** Returns the check that refused credit; null if none did, or if that is no longer stored. */
async function refusedBy(db: Handle, checkoutId: string): Promise<DeskOrder["refusedBy"]> {
  const [checkout] = await storedCheckouts(db, [checkoutId]);
  const answer = readSolvency(checkout?.solvency ?? null);
  return answer && !answer.solvent ? (answer.check ?? "creditAgency") : null;
}

async function paymentsOnWire(db: Handle, checkoutId: string, own: string | null): Promise<readonly DeskPayment[]> {
  const rows = await paymentsOf(db, checkoutId);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    amount: toChf(row.amount),
    provider: row.provider,
    method: row.method,
    hostedId: row.hostedId,
    providerPaymentId: row.providerPaymentId,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    refunded: row.refundedAmount === null ? null : toChf(row.refundedAmount),
    ofOrder: row.id === own,
  }));
}

async function esimOnWire(db: Handle, orderId: string): Promise<DeskOrder["esim"]> {
  const esim = await esimOf(db, orderId);
  if (!esim) return null;
  const { state, iccid, problem } = esim;
  return { state, iccid: iccid && plainIccid(iccid), problem };
}

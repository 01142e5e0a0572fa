import { hasMobileNumber } from "#core/order/after-order.ts";
import { storedQuote } from "./stored.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import { documentErrors } from "#core/form/document-errors.ts";
import type { FormContext } from "#core/form/mistakes.ts";
import { personErrors } from "#core/form/person-errors.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { fieldsWhere } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { createHash } from "node:crypto";
import { allowedAlternatives, alternativesIn } from "./alternatives.ts";
import { canonical } from "#core/text/canonical.ts";
import { type Catalogue, byCode } from "#core/catalogue/catalogue.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import type { DocumentContract } from "#core/document/documents.ts";
import { documentsOn, type Law } from "#core/law/law.ts";
import type { Locale } from "#core/text/locale.ts";
import type { OrderState } from "#core/order/order-states.ts";
import type { PaymentState } from "#core/payment/payment-states.ts";
import { takesPoBox } from "#core/form/delivery.ts";
import { priceRecord, type Quote } from "#core/price/pricing.ts";
import {
  incompleteBecause,
  isPrepaidFlow,
  readRecord,
  type CheckedRecord,
  type CheckoutRecord,
} from "#core/record/record.ts";
import { takesEsim } from "#core/record/sim-type.ts";
import type { CheckoutFacts } from "#core/steps/steps.ts";
import { isBusiness, type Profile } from "#server/sale/identity/profile.ts";
import type { AcceptedTerms, CustomerCreated, FormStage, ShownQuote, SolvencyAnswer } from "./tables.ts";

type CheckoutPayment = { readonly id: string; readonly state: PaymentState; readonly fingerprint: string };

/** A checkout as stored, with its customer, order, payments and stock. */
export type StoredCheckout = {
  readonly id: string;
  readonly revision: number;
  readonly record: CheckoutRecord;
  readonly shown: ShownQuote;
  readonly locale: Locale;
  readonly registeredEmail: string | null;
  readonly registeredHash: string | null;
  readonly account: { readonly id: string; readonly email: string; readonly profile: Profile } | null;
  /** The customer was created in this checkout within the last five minutes: a client that lost the answer may ask again. */
  readonly firstAnswerRepeats: boolean;
  readonly form: CustomerForm | null;
  readonly formStage: FormStage | null;
  readonly documentId: string | null;
  readonly customerCreated: CustomerCreated | null;
  /** The answer of the solvency check; null until it was asked. */
  readonly solvency: SolvencyAnswer | null;
  /** The terms that were accepted with the customer's data. */
  readonly terms: AcceptedTerms | null;
  readonly createdAt: Date;
  readonly order: { readonly number: string; readonly status: OrderState; readonly billPaid: boolean } | null;
  /** Oldest first. */
  readonly payments: readonly CheckoutPayment[];
  /** Pieces available to this checkout; null if stock is not counted. */
  readonly available: number | null;
};

/** A stored checkout, checked against the current catalogue; its form is checked against the law of the day. */
export type OpenCheckout = StoredCheckout & {
  readonly catalogue: Catalogue;
  readonly catalogueVersion: number;
  readonly law: Law;
  /** Null if the catalogue no longer allows the stored record. */
  readonly checked: CheckedRecord | null;
  readonly quote: Quote | null;
};

export function openAgainst(
  stored: StoredCheckout,
  sources: Pick<OpenCheckout, "catalogue" | "catalogueVersion" | "law">,
): OpenCheckout {
  const { catalogue } = sources;
  const read = readRecord(stored.record, catalogue);
  const checked = read.ok ? read.checked : null;
  return { ...stored, ...sources, checked, quote: checked && priceRecord(checked, catalogue) };
}

/** The facts that decide which steps are allowed, recomputed from stored data (decisions 4). */
export function factsOf(checkout: OpenCheckout, now: Date): CheckoutFacts {
  const { checked, quote, form } = checkout;
  const profile = checkout.account?.profile ?? null;
  const business = isBusiness(profile);
  const prepaid = quote?.postpaid === false;
  const context = formContext(checkout, now);
  const stage = checkout.formStage;
  // What was ordered was checked; its identity data may have been removed since.
  const isOrdered = checkout.order !== null;
  const personValid = isOrdered || (form !== null && noErrors(personErrors(form, context)));
  return {
    prepaidFlow: checked !== null && isPrepaidFlow(checked, checkout.catalogue),
    priced: quote !== null,
    sellable: checked !== null && incompleteBecause(checked, checkout.catalogue) === null && inStock(checkout),
    soldOut: !inStock(checkout),
    customerKnown: checkout.account !== null || checkout.registeredEmail !== null,
    business,
    solvent: business || prepaid || profile?.solvent !== false || isSoldWithoutCredit(checkout),
    personValid,
    addressValid:
      isOrdered || (form !== null && stage !== null && stage !== "person" && noErrors(addressErrors(form, context))),
    customerCreated: isOrdered || isCreated(checkout, context),
    dueNow: amountDue(checkout) > 0 && !isRefusedCredit(checkout),
    paid: checkout.payments.some(
      (payment) => payment.state === "paid" && payment.fingerprint === fingerprintOf(checkout),
    ),
    ordered: isOrdered,
    awaitingPayment: checkout.order?.status === "awaitingPayment",
  };
}

/** Whether the catalogue sells this to customers who are refused credit. */
function isSoldWithoutCredit({ checked, catalogue }: OpenCheckout): boolean {
  const allowed = allowedAlternatives(catalogue, null);
  return alternativesIn(checked, catalogue).some((each) => allowed.includes(each));
}

/** Whether the customer was created for this contract but is not solvent: the order will be held, and nothing is paid for it. */
export function isRefusedCredit(checkout: OpenCheckout): boolean {
  return checkout.customerCreated?.solvent === false && checkout.customerCreated.contract === contractKey(checkout);
}

/**
 * How bills come. The lines that were shown decide, because they carry the fee; the form's own field follows it.
 * Prepaid has no bill.
 */
export function billDelivery({ shown }: Pick<OpenCheckout, "shown">): "email" | "post" {
  return shown.quote.lines.some(({ code }) => code === "postBill") ? "post" : "email";
}

/**
 * The new number that an order takes from the pool; null if the operator assigns one, or the customer brings one
 * along. The lines that were shown decide: what is paid is ordered with its number, even if it is not sold any more.
 */
export function chosenNumber({ shown, form }: Pick<OpenCheckout, "shown" | "form">): string | null {
  if (!hasMobileNumber(shown.quote.lines) || !form || form.mnp) return null;
  return form.newMsisdn === "" ? null : form.newMsisdn;
}

/** The amount due now in Rappen, as the shopper saw it. */
export function amountDue(checkout: Pick<StoredCheckout, "shown">): number {
  return checkout.shown.quote.dueNow;
}

function inStock(checkout: StoredCheckout): boolean {
  return checkout.available === null || checkout.available > 0;
}

/**
 * What the form is checked against: the kind of contract, today's date in Switzerland, and the law of today. What is
 * not sold any more was still paid for as it was shown.
 */
export function formContext(checkout: OpenCheckout, now: Date): FormContext {
  const today = dayInZurich(now);
  const { lines, postpaid } = checkout.quote ?? checkout.shown.quote;
  const contract: DocumentContract = { family: hasMobileNumber(lines) ? "mobile" : "tv", postpaid };
  return {
    ...contract,
    today,
    documents: documentsOn(checkout.law, contract, formatDay(today)),
    deviceTakesEsim: takesEsim(checkout.catalogue, deviceOf(checkout)),
    takesPoBox: takesPoBoxHere(checkout),
    documentPresent: checkout.documentId !== null || isIdentifiedByEid(checkout),
  };
}

/** Whether letters of this purchase may go to a P.O. box. */
export function takesPoBoxHere({ quote, catalogue }: Pick<OpenCheckout, "quote" | "catalogue">): boolean {
  return quote !== null && takesPoBox(quote.lines, catalogue);
}

/** The customer has been created with an e-ID instead of a picture. A change of the form ends that. */
function isIdentifiedByEid({ customerCreated, terms }: OpenCheckout): boolean {
  return customerCreated !== null && terms?.eid?.instead === true;
}

/** The code of the device that is bought; undefined without one. */
function deviceOf({ checked }: Pick<OpenCheckout, "checked">): string | undefined {
  return checked?.family === "mobile" ? (checked.mobile ?? undefined) : undefined;
}

/** The kind of contract that a customer is created for. Another kind needs other documents and another check. */
export function contractKey(checkout: OpenCheckout): string {
  const kind = checkout.quote?.postpaid === false ? "prepaid" : "postpaid";
  // What the operator sells instead of credit needs a verdict of its own.
  const instead = kind === "prepaid" ? [] : alternativesIn(checkout.checked, checkout.catalogue);
  return [checkout.checked?.family ?? "none", kind, ...instead].join("/");
}

function isCreated(checkout: OpenCheckout, context: FormContext): boolean {
  const { customerCreated, form, formStage } = checkout;
  if (!customerCreated || !form || formStage !== "all") return false;
  return customerCreated.contract === contractKey(checkout) && noErrors(documentErrors(form, context));
}

const noErrors = (errors: object) => Object.keys(errors).length === 0;

type Versioned = Pick<StoredCheckout, "record" | "form" | "shown" | "customerCreated">;

/** A hash of record, form, shown quote and a refused credit. A payment is valid for exactly one such version. */
export function fingerprintOf({ record, form, shown, customerCreated }: Versioned): string {
  const refused = customerCreated?.solvent === false ? ["onHold"] : [];
  const version = canonical([record, form && comparedForm(form), storedQuote(shown.quote), ...refused]);
  return createHash("sha256").update(version).digest("base64url");
}

/** Whether the SIM of this checkout can be an eSIM: the shop has them (null: it does not), and the device takes one. */
export function offersEsim({ esims }: { readonly esims: object | null }, checkout: OpenCheckout): boolean {
  return esims !== null && checkout.checked?.family === "mobile" && takesEsim(checkout.catalogue, deviceOf(checkout));
}

/** The name of the device that is bought; null without one. */
export function deviceName(checkout: OpenCheckout): string | null {
  return byCode(checkout.catalogue.devices, deviceOf(checkout))?.name ?? null;
}

const LEFT_OUT: readonly string[] = fieldsWhere(({ later }) => later === "leftOut");

/**
 * A form as versions of it are compared, with the spelling of the wire. A newer field is left out while it is empty, so
 * that a payment that was begun, or a review that was open, before an upgrade stays valid.
 */
export const comparedForm = (form: Partial<CustomerForm>) =>
  toWire(Object.fromEntries(Object.entries(form).filter(([field, value]) => value || !LEFT_OUT.includes(field))));

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
} from "#core/checkout-record/record.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import { takesEsim } from "#core/checkout-record/sim-type.ts";
import type { CheckoutFacts } from "#core/steps/steps.ts";
import { isBusiness, type Profile } from "#server/sale/identity/profile.ts";
import type { AcceptedTerms, CustomerCreated, FilledIn, FormStage, ShownQuote, SolvencyAnswer } from "./tables.ts";

type CheckoutPayment = { readonly id: string; readonly state: PaymentState; readonly fingerprint: string };

/** A checkout as stored, with its customer, order, payments and stock. */
export type StoredCheckout = {
  readonly id: string;
  readonly revision: number;
  readonly record: CheckoutRecord;
  readonly shown: ShownQuote;
  readonly locale: Locale;
  readonly source: CheckoutSource;
  readonly registeredEmail: string | null;
  readonly registeredHash: string | null;
  readonly account: { readonly id: string; readonly email: string; readonly profile: Profile } | null;
  /**
   * The customer was created in this checkout within the last five minutes, so a client that lost the response can
   * request it again.
   */
  readonly firstAnswerRepeats: boolean;
  readonly form: CustomerForm | null;
  readonly formStage: FormStage | null;
  readonly documentId: string | null;
  readonly customerCreated: CustomerCreated | null;
  /** The result of the solvency check; null before the check. */
  readonly solvency: SolvencyAnswer | null;
  /** The terms that were accepted with the customer's data. */
  readonly terms: AcceptedTerms | null;
  /** Set if the mobile network filled in the form. */
  readonly filledIn: FilledIn | null;
  readonly createdAt: Date;
  readonly order: { readonly number: string; readonly status: OrderState; readonly billPaid: boolean } | null;
  /** Oldest first. */
  readonly payments: readonly CheckoutPayment[];
  /** Pieces of the device that this checkout can still buy; null if its stock is not counted. */
  readonly available: number | null;
};

/** A stored checkout, checked against the current catalogue. Its form is checked against the law in force today. */
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

/**
 * Returns the facts that determine which steps are allowed. They are recomputed from stored data each time (decisions
 * 4).
 */
export function factsOf(checkout: OpenCheckout, now: Date): CheckoutFacts {
  const { checked, quote, form } = checkout;
  const profile = checkout.account?.profile ?? null;
  const business = isBusiness(profile);
  const prepaid = quote?.postpaid === false;
  const context = formContext(checkout, now);
  const stage = checkout.formStage;
  // The form of an order was checked earlier; its identity data can have been removed since, so it is not checked
  // again.
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

/** Returns whether the catalogue sells this product to customers who are refused credit. */
function isSoldWithoutCredit({ checked, catalogue }: OpenCheckout): boolean {
  const allowed = allowedAlternatives(catalogue, null);
  return alternativesIn(checked, catalogue).some((each) => allowed.includes(each));
}

/**
 * Returns whether the customer was created for this contract but is not solvent. The order will then be put on hold,
 * without a payment.
 */
export function isRefusedCredit(checkout: OpenCheckout): boolean {
  return checkout.customerCreated?.solvent === false && checkout.customerCreated.contract === contractKey(checkout);
}

/**
 * Returns how bills are delivered. The shown lines decide, because they include the fee; the form's field only follows
 * them. Prepaid has no bill.
 */
export function billDelivery({ shown }: Pick<OpenCheckout, "shown">): "email" | "post" {
  return shown.quote.lines.some(({ code }) => code === "postBill") ? "post" : "email";
}

/**
 * Returns the new number that the order takes from the pool; null if the operator assigns one, or the customer
 * transfers a number. The shown lines decide whether a number is needed, so a paid order gets its number even if its
 * product is no longer sold.
 */
export function chosenNumber({ shown, form }: Pick<OpenCheckout, "shown" | "form">): string | null {
  if (!hasMobileNumber(shown.quote.lines) || !form || form.mnp) return null;
  return form.newMsisdn === "" ? null : form.newMsisdn;
}

/** Returns whether the order of a checkout would transfer a number. */
export const hasTransfer = ({ shown, form }: Pick<OpenCheckout, "shown" | "form">): boolean =>
  hasMobileNumber(shown.quote.lines) && form?.mnp === true;

/** Returns the amount due now in Rappen, as the shopper saw it. */
export function amountDue(checkout: Pick<StoredCheckout, "shown">): number {
  return checkout.shown.quote.dueNow;
}

function inStock(checkout: StoredCheckout): boolean {
  return checkout.available === null || checkout.available > 0;
}

/**
 * Returns what the form is checked against: the kind of contract, today's date in Switzerland, and today's law. If the
 * product is no longer sold, the contract comes from the shown quote.
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

/** Returns whether the items of this purchase can be sent to a P.O. box. */
export function takesPoBoxHere({ quote, catalogue }: Pick<OpenCheckout, "quote" | "catalogue">): boolean {
  return quote !== null && takesPoBox(quote.lines, catalogue);
}

/** Returns whether the customer was created with an e-ID instead of a picture. Any change of the form undoes this. */
function isIdentifiedByEid({ customerCreated, terms }: OpenCheckout): boolean {
  return customerCreated !== null && terms?.eid?.instead === true;
}

/** Returns the code of the purchased device, if any. */
function deviceOf({ checked }: Pick<OpenCheckout, "checked">): string | undefined {
  return checked?.family === "mobile" ? (checked.mobile ?? undefined) : undefined;
}

/**
 * Returns the kind of contract that a customer is created for. Another kind needs other documents and another check.
 */
export function contractKey(checkout: OpenCheckout): string {
  const kind = checkout.quote?.postpaid === false ? "prepaid" : "postpaid";
  // Products sold as alternatives to credit need a check of their own.
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

/**
 * Returns a hash of the record, the form, the shown quote and a refusal of credit. A payment is valid for exactly one
 * such version of the checkout. Of a purchase without reductions, only what version 1.0.0 stores is compared: a payment
 * may be begun by one version and settled by another (ADR 70).
 */
export function fingerprintOf({ record, form, shown, customerCreated }: Versioned): string {
  const refused = customerCreated?.solvent === false ? ["onHold"] : [];
  const bought = pick(record, COMPARED.record);
  const quote = storedQuote(shown.quote);
  const price = { ...pick(quote, COMPARED.quote), lines: quote.lines.map((line) => pick(line, COMPARED.line)) };
  // Version 1.0.0 knows no reductions. Two that deduct the same are still two: only the one that is paid for is held.
  const reduced = record.reductions?.length ? [record.reductions] : [];
  const version = canonical([bought, form && comparedForm(form), price, ...refused, ...reduced]);
  return createHash("sha256").update(version).digest("base64url");
}

/**
 * Returns whether the SIM of this checkout can be an eSIM: the shop sells eSIMs (`esims` is not null), and the device
 * supports them.
 */
export function offersEsim({ esims }: { readonly esims: object | null }, checkout: OpenCheckout): boolean {
  return esims !== null && checkout.checked?.family === "mobile" && takesEsim(checkout.catalogue, deviceOf(checkout));
}

/** Returns the name of the purchased device, or null. */
export function deviceName(checkout: OpenCheckout): string | null {
  return byCode(checkout.catalogue.devices, deviceOf(checkout))?.name ?? null;
}

const LEFT_OUT: readonly string[] = fieldsWhere(({ later }) => later === "leftOut");
const UNSEEN: readonly string[] = fieldsWhere(({ later }) => later === "unseen");

/**
 * Returns a form for comparing versions, with its names on the wire. Fields added in later versions are left out while
 * they are empty, and those after 1.0.0 always, so that payments and reviews of another version stay valid.
 */
export const comparedForm = (form: Partial<CustomerForm>) =>
  toWire(
    Object.fromEntries(
      Object.entries(form).filter(([field, value]) => !UNSEEN.includes(field) && (value || !LEFT_OUT.includes(field))),
    ),
  );

/** What version 1.0.0 stores of a purchase. Never add to these lists: see `fingerprintOf`. */
const COMPARED = {
  record: [
    "type",
    "tariff",
    "mobile",
    "binding",
    "tv_tariff",
    "tv_duration",
    "tv_device",
    "bundles",
    "limit",
    "insurance",
    "postBill",
    "bonus",
    "deviceInFull",
    "deposit",
  ],
  quote: ["billing", "oneTime", "total", "postpaid", "limit", "action", "chosenTv"],
  line: [
    "kind",
    "code",
    "billing",
    "oneTime",
    "total",
    "price",
    "oldPrice",
    "postpaid",
    "binding",
    "tvDuration",
    "insurancePrice",
    "activationOneTimePriceOnBilling",
    "activationOneTimePriceNow",
    "deviceMonthlyWithoutUra",
    "recursivePriceBilling",
  ],
} as const;

const pick = (from: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));

import * as v from "valibot";
import { ASKERS, DESK_ORDER_ACTIONS, RECORDED_ACTIONS, UNAVAILABLE_REASONS } from "../../core/desk/order-actions.ts";
import { DESK_FILTERS, DESK_STATES } from "../../core/desk/states.ts";
import { DOCUMENT_TYPES, type DocumentType } from "../../core/document/documents.ts";
import { HANDOVER_EVENTS } from "../../core/order/handover-events.ts";
import { LINE_KINDS } from "../../core/price/lines.ts";
import { LOCALES } from "../../core/text/locale.ts";
import { PAYMENT_MOMENTS } from "../../core/payment/payment-moments.ts";
import { PAYMENT_STATES } from "../../core/payment/payment-states.ts";
import { STEPS } from "../../core/steps/steps.ts";
import { HOLDER_VERDICTS } from "../../core/phone-numbers/holder-match.ts";
import { TRANSFER_REFUSALS, TRANSFER_STATES } from "../../core/phone-numbers/transfer-states.ts";
import { PATHS, type EndpointName } from "../all-paths.ts";
import { At, Chf, DayText, list } from "../schemas/fields.ts";
import { AtOrNull, each, TextOrNull } from "./fields.ts";

export const Asker = v.picklist(ASKERS);
const Amounts = { monthly: Chf, oneTime: Chf, now: Chf };

const ListedDeskOrder = v.object({
  number: v.string(),
  createdAt: At,
  name: v.string(),
  /** The names of the first lines. */
  product: v.string(),
  monthly: Chf,
  now: Chf,
  state: v.picklist(DESK_STATES),
});
export type ListedDeskOrder = v.InferOutput<typeof ListedDeskOrder>;
/** `next`: the value of `after` for the next page; null on the last page. */
export const OrderPage = v.object({ orders: list(ListedDeskOrder), next: TextOrNull });
/** The number of orders per filter. `more`: there are more than `count`. */
export const OrderCounts = each(DESK_FILTERS, v.object({ count: v.number(), more: v.boolean() }));
export type OrderCounts = v.InferOutput<typeof OrderCounts>;
/**
 * What has changed in an open list: states by order number, and how many orders are newer than the first one in the
 * list, counted up to 100.
 */
export const OrderStates = v.object({
  states: v.record(v.string(), v.picklist(DESK_STATES)),
  newer: v.number(),
});

const DeskLine = v.object({ kind: v.picklist(LINE_KINDS), name: v.string(), ...Amounts });
const DeskPayment = v.object({
  id: v.string(),
  state: v.picklist(PAYMENT_STATES),
  amount: Chf,
  provider: v.string(),
  method: TextOrNull,
  hostedId: TextOrNull,
  providerPaymentId: TextOrNull,
  createdAt: At,
  paidAt: AtOrNull,
  /** What went back in total; null before a refund, and for refunds of earlier versions. */
  refunded: v.nullable(Chf),
  /** Whether it paid for this order. Other payments of the same checkout did not. */
  ofOrder: v.boolean(),
});
export type DeskPayment = v.InferOutput<typeof DeskPayment>;

/** A refusal in the form that the desk shows (`Refused`). */
const Refused = v.object({ rule: v.string(), said: TextOrNull });
const happened = <Kind extends string, Entries extends v.ObjectEntries>(kind: Kind, entries: Entries) =>
  v.object({ at: At, kind: v.literal(kind), ...entries });
/**
 * An event in the history of an order or a checkout. `call`: what the shopper did. `step`: the step that was opened or
 * whose form was sent. `backTo`: the step to which the shopper was sent back. `fields`: the names of the refused
 * fields.
 */
export const DeskEvent = v.variant("kind", [
  happened("call", {
    call: v.picklist(Object.keys(PATHS) as EndpointName[]),
    step: v.nullable(v.picklist(STEPS)),
    backTo: v.nullable(v.picklist(STEPS)),
    fields: list(v.string()),
    refused: v.nullable(Refused),
    times: v.number(),
  }),
  v.object({ at: At, kind: v.picklist(["begun", "ordered"]) }),
  // `again`: the same event had been delivered before.
  happened("delivered", { what: v.picklist(Object.values(HANDOVER_EVENTS)), again: v.boolean() }),
  // `part`: what a refund returned, if that is not the whole amount.
  happened("payment", { what: v.picklist(PAYMENT_MOMENTS), amount: Chf, part: v.nullable(Chf), provider: v.string() }),
  happened("act", { act: v.picklist(RECORDED_ACTIONS), actor: v.string(), reason: v.string() }),
  happened("message", { channel: v.picklist(["mail", "sms"]), about: v.string() }),
  happened("transfer", {
    state: v.picklist(TRANSFER_STATES),
    day: v.nullable(DayText),
    reason: v.nullable(v.picklist(TRANSFER_REFUSALS)),
    /** The order that had the number's transfer under way, so that this report does not count. */
    blockedBy: TextOrNull,
  }),
]);
export type DeskEvent = v.InferOutput<typeof DeskEvent>;
/** Oldest first. */
const History = list(DeskEvent);

const EsimState = v.picklist(["ordered", "ready", "failed", "cancelling", "cancelled"]);
/**
 * The state of something that a job delivers. `failed`: every attempt has failed. `none`: there is nothing to deliver.
 */
const Delivered = {
  state: v.picklist(["done", "waiting", "failed", "none"]),
  tries: v.number(),
  lastError: TextOrNull,
};
const Address = v.object({
  address: v.string(),
  number: v.string(),
  city: v.string(),
  postal_code: v.string(),
  care_of: v.exactOptional(v.string()),
  po_box: v.exactOptional(v.string()),
});

/** Everything about one order. */
export const DeskOrder = v.object({
  number: v.string(),
  /**
   * The version that this page shows. An action sends it back, so that it does not overwrite another person's change.
   */
  version: v.string(),
  /** The amount above which a second person has to confirm a refund. */
  refundLimit: Chf,
  state: v.picklist(DESK_STATES),
  createdAt: At,
  /** The day by which an order on hold should be decided. */
  decideBy: v.nullable(DayText),
  /** The check that refused credit; null if none did. */
  refusedBy: v.nullable(v.picklist(["creditAgency", "ownRecords", "automated", "changed"])),
  payUntil: AtOrNull,
  locale: v.picklist(LOCALES),
  lines: list(DeskLine),
  ...Amounts,
  person: v.object({
    name: v.string(),
    birthday: TextOrNull,
    address: Address,
    /** Whether letters about the order can go to a P.O. box. */
    takesPoBox: v.boolean(),
    email: v.string(),
    phone: v.string(),
  }),
  /** The mobile number: transferred, chosen, or assigned later. Null for an order without one, such as TV. */
  phoneNumber: v.nullable(v.object({ kind: v.picklist(["transfer", "chosen", "new"]), number: TextOrNull })),
  /**
   * Whether the present provider says that the customer holds the number to be transferred; null if it was not to be
   * asked. `addressDiffers`: it knows another address.
   */
  holderMatch: v.nullable(v.object({ verdict: v.picklist(HOLDER_VERDICTS), addressDiffers: v.boolean() })),
  document: v.object({
    kind: v.nullable(v.picklist(Object.keys(DOCUMENT_TYPES) as DocumentType[])),
    /** The last three characters of the document's number; null once it has been removed. */
    numberEnd: TextOrNull,
    validUntil: TextOrNull,
    pictureKept: v.boolean(),
    eid: v.boolean(),
  }),
  payments: list(DeskPayment),
  handover: v.object({ ...Delivered, eventId: TextOrNull }),
  mail: v.object(Delivered),
  esim: v.nullable(v.object({ state: EsimState, iccid: TextOrNull, problem: TextOrNull })),
  /** A refund above the limit that is waiting for a second person. */
  asked: v.nullable(v.object({ by: v.string(), at: At, reason: v.string(), own: v.boolean() })),
  history: History,
  acts: list(v.object({ act: v.picklist(DESK_ORDER_ACTIONS), hindrance: v.nullable(v.picklist(UNAVAILABLE_REASONS)) })),
});
export type DeskOrder = v.InferOutput<typeof DeskOrder>;
/** `esim`: the state of the eSIM, which can change without an action. */
export const OrderVersion = v.object({ version: v.string(), esim: v.nullable(EsimState) });

/** The result of an action. `asked`: a second person has to confirm it. */
export const Acted = v.object({ done: v.picklist(["done", "asked"]), order: DeskOrder });

/** An address from the register; `text` has it on one line. */
const FoundAddress = v.object({ ...Address.entries, text: v.string() });
export type FoundAddress = v.InferOutput<typeof FoundAddress>;
export const FoundAddresses = v.object({ found: list(FoundAddress) });

/**
 * A checkout without an order. Only the first characters of its id are sent, because the whole id gives access to it.
 */
const FoundCheckout = v.object({
  id: v.string(),
  email: TextOrNull,
  product: v.string(),
  stage: v.picklist(["started", "registered", "form", "complete"]),
  changedAt: At,
});
/** A payment without an order. */
const FoundPayment = v.object({
  id: v.string(),
  amount: Chf,
  provider: v.string(),
  /** The payment's ids at the provider. */
  providerIds: list(v.string()),
  state: v.picklist(PAYMENT_STATES),
  /** Whether it is being refunded. */
  refund: v.boolean(),
  createdAt: At,
});
export type FoundPayment = v.InferOutput<typeof FoundPayment>;
/** What a search finds: order numbers, and checkouts and payments without an order. */
export const FoundCheckouts = v.object({
  orders: list(v.string()),
  checkouts: list(FoundCheckout),
  payments: list(FoundPayment),
});
export const CheckoutReport = v.object({
  id: v.string(),
  email: TextOrNull,
  product: v.string(),
  locale: v.picklist(LOCALES),
  begunAt: At,
  changedAt: At,
  /** The order's number; null if there is none. */
  order: TextOrNull,
  history: History,
});

import type { AddressFields } from "#core/form/fields.ts";
import { requesterFor, type Known, type OrderFacts } from "#core/desk/order-actions.ts";
import { fromChf, type Rappen } from "#core/money/money.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { orderFacts } from "#server/read-models/desk-orders.ts";
import type { EsimRow } from "#server/sale/esim/queries.ts";
import { hasIdentity } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, type SealedForm } from "#server/sale/identity/stored-form.ts";
import { named, type Wanted } from "./order.ts";
import { transferOf } from "./transfer.ts";

/** A refund above the limit that is waiting for a second person. */
type RefundRequest = {
  readonly id: string;
  /** The person, as named in the audit log. */
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  readonly sent: boolean;
};

/** The facts that determine which actions are possible, and the data of the order that the actions need. */
export type StoredFacts = OrderFacts & {
  readonly orderId: string;
  /** Changes with everything that a desk user could overwrite. */
  readonly version: string;
  readonly customer: SealedForm;
  /** The id of the payment that paid for the order. */
  readonly paymentId: string | null;
  readonly request: RefundRequest | null;
};

/** The details of an action. */
export type Details = {
  /** The device has left the warehouse, so it does not go back into stock. */
  readonly sent?: boolean;
  /** The corrected address. */
  readonly address?: AddressFields;
  /** Replaces the profile type of the eSIM, unless a profile is reserved already. */
  readonly profileType?: string | undefined;
};

/** The context of an action on a locked order. */
export type ActionContext = Details & {
  readonly facts: StoredFacts;
  /** The locked eSIM of the order, if it has one. */
  readonly esim: EsimRow | undefined;
  readonly actor: string;
  /** The user logged in at the desk; null if the action comes from elsewhere. */
  readonly personId: string | null;
  /** The reason, as recorded in the history. */
  readonly reason: string;
};

/** Returns the amount in Rappen above which, if there is a desk, a refund needs a second person. */
export const refundLimitOf = (config: Pick<Config, "deskRefundLimit">): Rappen => fromChf(config.deskRefundLimit);

/** Returns the facts about an order; null if it does not exist. `person`: the user logged in at the desk, if any. */
export async function factsOf(
  db: Handle,
  {
    now,
    config,
  }: {
    readonly now: Clock;
    readonly config: Pick<Config, "deskUrl" | "deskRefundLimit" | "customerCancelHours">;
  },
  wanted: Wanted,
  person: Known | null,
): Promise<StoredFacts | null> {
  const limit = refundLimitOf(config);
  const row = await orderFacts(db, named(wanted), limit);
  if (!row) return null;
  const { orderId, version, status, createdAt, progress, refund, hasEvents, paymentId, amount } = row;
  const hasDesk = config.deskUrl !== null;
  const customer = readSealedForm(row.customer);
  const request = hasDesk ? row.request : null;
  return {
    orderId,
    version,
    status,
    createdAt,
    now: now(),
    progress,
    transfer: (await transferOf(db, orderId))?.state ?? null,
    hours: config.customerCancelHours,
    refund: paymentId === null ? "none" : refund,
    hasEvents,
    paid: paymentId !== null && refund === "none",
    amount: amount ?? 0,
    refundLimit: hasDesk ? limit : null,
    identity: hasIdentity(customer),
    customer,
    esim: row.esim === null ? null : { state: row.esim, installed: row.isEsimInstalled, refused: row.isEsimRefused },
    paymentId,
    request: request && { ...request, at: new Date(request.at) },
    asked: request && { asker: requesterFor(row.asker, person) },
  };
}

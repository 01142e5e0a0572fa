import type { AddressFields } from "#core/form/fields.ts";
import { askerFor, type Known, type OrderFacts } from "#core/desk/order-actions.ts";
import { fromChf, type Rappen } from "#core/money/money.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { orderFacts } from "#server/reports/desk-orders.ts";
import type { EsimRow } from "#server/sale/esim/queries.ts";
import { hasIdentity } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm, type SealedForm } from "#server/sale/identity/stored-form.ts";
import { named, type Wanted } from "./order.ts";
import { transferOf } from "./transfer.ts";

/** A refund above the limit that waits for a second person. */
type AskedRefund = {
  readonly id: string;
  /** The person's name in the audit log. */
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  readonly sent: boolean;
};

/** The facts that decide which actions are possible, with what the actions need of the order. */
export type StoredFacts = OrderFacts & {
  readonly orderId: string;
  /** Changes with everything that somebody at the desk could overwrite. */
  readonly version: string;
  readonly customer: SealedForm;
  /** The id of the payment that has paid it. */
  readonly paymentId: string | null;
  readonly request: AskedRefund | null;
};

/** The details of an action. */
export type Details = {
  /** Its device has left the warehouse and does not go back into stock. */
  readonly sent?: boolean;
  /** The corrected address. */
  readonly address?: AddressFields;
  /** Replaces the profile type of the eSIM, as long as no profile is reserved. */
  readonly profileType?: string | undefined;
};

/** An action on an order that is locked. */
export type Doing = Details & {
  readonly facts: StoredFacts;
  /** The locked eSIM of the order, if it has one. */
  readonly esim: EsimRow | undefined;
  readonly actor: string;
  /** Who is logged in at the desk; null elsewhere. */
  readonly personId: string | null;
  /** As the history keeps it. */
  readonly reason: string;
};

/** The amount above which a refund needs a second person, where there is a desk. */
export const refundLimitOf = (config: Pick<Config, "deskRefundLimit">): Rappen => fromChf(config.deskRefundLimit);

/** The facts about an order; null if there is no such order. `person`: who is logged in at the desk, if anybody is. */
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
    asked: request && { asker: askerFor(row.asker, person) },
  };
}

import { askerFor, type ActFacts } from "#core/desk/acts.ts";
import { fromChf, type Rappen } from "#core/money/money.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { actsAfter, orderFacts, orderVersion } from "#server/reports/desk-orders.ts";
import type { DeskPerson } from "#server/operator/people/people.ts";
import { hasIdentity } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { EsimState } from "#server/reports/esims.ts";

type Needs = Pick<DeskServices, "db" | "config">;

/** A refund above the limit that waits for a second person. */
type AskedRefund = {
  readonly id: string;
  /** The person's name in the audit log. */
  readonly by: string;
  readonly at: Date;
  readonly reason: string;
  readonly sent: boolean;
};

/** The facts that decide which acts are possible, with the version of the order. */
export type OrderFacts = ActFacts & {
  readonly orderId: string;
  /** Changes with everything that somebody at the desk could overwrite. */
  readonly version: string;
  /** A refund above it needs a second person. */
  readonly refundLimit: Rappen;
  /** Of the payment that has paid it. */
  readonly payment: { readonly id: string; readonly amount: Rappen } | null;
  readonly request: AskedRefund | null;
};

const refundLimitOf = (config: Needs["config"]): Rappen => fromChf(config.deskRefundLimit);

/** The version of an order, and the state of its eSIM, which changes without an act; null if there is none of this number. */
export async function versionOf(
  { db, config }: Needs,
  number: string,
): Promise<{ readonly version: string; readonly esim: EsimState | null } | null> {
  return orderVersion<EsimState>(db, number, refundLimitOf(config));
}

/** The facts about an order for somebody at the desk; null if there is none of this number. */
export async function factsOf(
  { db, config }: Needs,
  number: string,
  person: Pick<DeskPerson, "id" | "issuer">,
): Promise<OrderFacts | null> {
  const refundLimit = refundLimitOf(config);
  const row = await orderFacts(db, number, refundLimit);
  if (!row) return null;
  const { orderId, version, status, refund, hasEvents, paymentId, request } = row;
  return {
    orderId,
    version,
    refundLimit,
    status,
    refund: paymentId === null ? "none" : refund,
    hasEvents,
    paid: paymentId !== null && refund === "none",
    identity: hasIdentity(readSealedForm(row.customer)),
    esim: row.esim === null ? null : { state: row.esim, installed: row.esimProgress === "installed" },
    payment: paymentId === null ? null : { id: paymentId, amount: row.amount ?? 0 },
    request: request && { ...request, at: new Date(request.at) },
    asked: request && { asker: askerFor(row.asker, person) },
  };
}

/** The acts on an order since a version that was shown, oldest first. */
export async function actsSince(db: Handle, orderId: string, version: string) {
  const seen = /^[a-zA-Z]+\.(\d+)(?:\.|$)/.exec(version)?.[1] ?? "0";
  const rows = await actsAfter(db, orderId, seen);
  return rows.map(({ at, ...act }) => ({ at: at.toISOString(), ...act }));
}

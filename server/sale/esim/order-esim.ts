import { columnsOf } from "#server/platform/database/columns.ts";
import type { Updateable } from "kysely";
import { plainIccid } from "#core/esim.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { statement, type Statement } from "#server/platform/database/statement.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { esimKeys, newMatchingId, openMatchingId, sealMatchingId, type EsimKeySettings } from "./matching-id.ts";
import { reserveProfile, type ReserveNeeds } from "./reserve.ts";
import { endTurn, mailAboutEsim, SETTLED, takeTurn, type TurnNeeds } from "./turn.ts";
import type { EsimPort } from "./port.ts";

/** Tells the operator's systems the ICCID of an order's eSIM, in the caller's transaction. */
export type AnnounceIccid = (tx: Handle, orderId: string, iccid: string) => Promise<void>;

type Needs = ReserveNeeds &
  TurnNeeds & {
    readonly announceIccid: AnnounceIccid;
    readonly esims: EsimPort | null;
    readonly config: EsimKeySettings;
  };

/** How long after the order an eSIM is so late that its customer gets a mail, in ms: the order's page looks for it for two minutes. */
const LATE_MS = 120_000;

/** The statement that records, in the order's transaction, that a profile has to be ordered. The job `order-esim` orders it. */
export function esimToOrder(orderId: string, profileType: string): Statement<unknown> {
  return statement`insert into esims (order_id, profile_type) values (${orderId}, ${profileType})`;
}

/**
 * Orders the eSIM profile of an order: reserves it (downloadOrder), then releases it (confirmOrder). What is about to be asked is
 * stored before the call and its result before the next one, so an interrupted job knows what it may have done. A problem queues the next try itself (`pauses.ts`).
 */
export function orderEsim(services: Needs): Task<"order-esim"> {
  return async ({ orderId }) => {
    if (!(await isWanted(services.db, orderId))) return;
    if (!services.esims) throw new Unavailable("ESIM_PROVIDER is none, but an order has an eSIM");
    const interrupted = await takeTurn(services, orderId);
    const reserved = await reserveProfile(services, services.esims, orderId, { interrupted });
    if (!reserved.ok) return endTurn(services, "order-esim", orderId, reserved.problem, { leaks: reserved.leaks });
    await confirmProfile(services, services.esims, orderId, reserved.value.iccid);
  };
}

/** No row: its retention time has passed. A cancelled order gets no profile. */
async function isWanted(db: Database, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom("esims")
    .innerJoin("orders", "orders.id", "esims.order_id")
    .select(["esims.state", "orders.status"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row?.state === "ordered" && row.status === "placed";
}

/** Confirms a reserved profile. The order may have been cancelled since: then the turn is given back, and `cancel-esim` cancels the profile. */
async function confirmProfile(services: Needs, esims: EsimPort, orderId: string, iccid: string): Promise<void> {
  const { db, config, announceIccid } = services;
  const keys = await esimKeys(config);
  const key = keys[0];
  if (!key) throw new Error("There is no key for eSIMs");
  const row = await db
    .selectFrom("esims")
    .innerJoin("orders", "orders.id", "esims.order_id")
    .select(columnsOf("esims"))
    .select("orders.created_at as ordered_at")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (row?.state !== "ordered") return mark(db, orderId, { asking_since: null });
  const { sealed_matching_id, key_id } = row;
  const kept = sealed_matching_id && key_id ? { sealed_matching_id, key_id } : null;
  const matchingId = kept ? openMatchingId(kept, orderId, keys) : newMatchingId();
  await mark(db, orderId, { confirm_asked: true, ...(kept ? {} : sealMatchingId(matchingId, orderId, key)) });
  const callId = `${orderId}-confirm${row.round > 0 ? `-${row.round}` : ""}`;
  const confirmed = await esims.confirmOrder({ callId, repeated: row.confirm_asked, iccid, matchingId });
  if (!confirmed.ok) {
    if (confirmed.problem.kind !== "lost" && !row.confirm_asked) await mark(db, orderId, { confirm_asked: false });
    return endTurn(services, "order-esim", orderId, confirmed.problem, { leaks: false });
  }
  const { smdpAddress: smdp_address, matchingId: answered } = confirmed.value;
  const other = answered === matchingId ? {} : sealMatchingId(answered, orderId, key);
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("esims")
      .set({ ...SETTLED, ...other, smdp_address, state: "ready" })
      .where("order_id", "=", orderId)
      .where("state", "=", "ordered")
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      if (services.now().getTime() - row.ordered_at.getTime() > LATE_MS) await mailAboutEsim(tx, orderId, "esimReady");
      return announceIccid(tx, orderId, plainIccid(iccid));
    }
    // Cancelled while it was confirmed: what cancels the profile has to name its matching id.
    return mark(tx, orderId, { ...other, asking_since: null });
  });
}

async function mark(db: Handle, orderId: string, change: Updateable<Tables["esims"]>): Promise<void> {
  await db.updateTable("esims").set(change).where("order_id", "=", orderId).execute();
}

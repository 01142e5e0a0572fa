import { sql, type Selectable, type Updateable } from "kysely";
import { plainIccid, type EsimProgress } from "#core/order/esim.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { statement, type Statement } from "#server/platform/database/statement.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { ESIM_COLUMNS } from "./tables.ts";

export type EsimRow = Selectable<Tables["esims"]>;

/** Returns the statement that records, in the order's transaction, that the job `order-esim` must order a profile. */
export function esimToOrder(orderId: string, profileType: string): Statement<unknown> {
  return statement`insert into esims (order_id, profile_type) values (${orderId}, ${profileType})`;
}

/**
 * Returns the eSIM of an order; undefined if it has none, or its retention time has passed. `lock` locks it until the
 * transaction ends.
 */
export function findEsim(db: Handle, orderId: string, options: { lock?: true } = {}): Promise<EsimRow | undefined> {
  return db
    .selectFrom("esims")
    .select(ESIM_COLUMNS)
    .where("order_id", "=", orderId)
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Returns the eSIM of an order. Throws if it has none. */
export async function esimOf(db: Handle, orderId: string): Promise<EsimRow> {
  const row = await findEsim(db, orderId);
  if (!row) throw new Error(`Order ${orderId} has no eSIM`);
  return row;
}

/** `ifState`: change it only in this state. `lost`: a response was lost, so a profile may have been reserved. */
type Options = { readonly ifState?: EsimRow["state"]; readonly lost?: boolean };

/** Changes the eSIM of an order. Returns false if there is none, or it is not in the required state. */
export async function changeEsim(
  db: Handle,
  orderId: string,
  change: Updateable<Tables["esims"]>,
  { ifState, lost = false }: Options = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("esims")
    .set(change)
    .$if(lost, (query) => query.set({ lost_answers: sql`lost_answers + 1` }))
    .where("order_id", "=", orderId)
    .$if(ifState !== undefined, (query) => query.where("state", "=", ifState ?? "ordered"))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a slot with a problem. Returns the number of failed attempts and of lost responses. */
export function countProblem(
  tx: Handle,
  orderId: string,
  { code, lost }: { readonly code: string; readonly lost: boolean },
) {
  return tx
    .updateTable("esims")
    .set({ asking_since: null, problem: code, tries: sql`tries + 1` })
    .$if(lost, (query) => query.set({ lost_answers: sql`lost_answers + 1` }))
    .where("order_id", "=", orderId)
    .returning(["tries", "lost_answers"])
    .executeTakeFirstOrThrow();
}

/**
 * Starts cancelling the eSIM of an order. Returns false if there is none to cancel; the SM-DP+ cannot cancel an
 * installed one.
 */
export async function startCancelling(tx: Handle, orderId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("esims")
    .set({ state: "cancelling", tries: 0, next_try_at: null, problem: null, alarm: false })
    .where("order_id", "=", orderId)
    .where("state", "<>", "cancelled")
    .where((eb) => eb.or([eb("progress", "is", null), eb("progress", "<>", "installed")]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the eSIM with an ICCID that is not cancelled, locked until the transaction ends. */
export function lockEsimWith(tx: Handle, iccid: string) {
  return tx
    .selectFrom("esims")
    .select(["order_id", "progress"])
    .where(sql<string>`rtrim(iccid, 'Ff')`, "=", plainIccid(iccid))
    .where("state", "<>", "cancelled")
    .forUpdate()
    .executeTakeFirst();
}

/** Stores a notification of the SM-DP+; does nothing if it is stored already. */
export async function storeNotification(
  tx: Handle,
  row: { order_id: string; point: number; status: string; code: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto("esim_notifications")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the phone's progress with an order's eSIM; null if none was reported, or there is no eSIM. */
export async function esimProgress(db: Handle, orderId: string): Promise<EsimProgress | null> {
  const row = await db.selectFrom("esims").select("progress").where("order_id", "=", orderId).executeTakeFirst();
  return row?.progress ?? null;
}

/** Records that an account saw its activation code. */
export async function noteRead(db: Handle, orderId: string, accountId: string): Promise<void> {
  await db.insertInto("esim_reads").values({ order_id: orderId, account_id: accountId }).execute();
}

/** Assigns the recorded reads of one account to another. */
export async function reassignReads(
  tx: Handle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.updateTable("esim_reads").set({ account_id: to }).where("account_id", "=", from).execute();
}

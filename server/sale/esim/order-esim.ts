import type { Logger } from "pino";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { statement, type Statement } from "#server/platform/database/statement.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { esimKeys, newMatchingId, openMatchingId, sealMatchingId, type EsimKeySettings } from "./matching-id.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import { EsimRefused, type EsimPort } from "./port.ts";

/** Tells the operator's systems the ICCID of an order's eSIM, in the caller's transaction. */
export type AnnounceIccid = (tx: Handle, orderId: string, iccid: string) => Promise<void>;

type Needs = LimitsNamed<"profilesInAll"> & {
  readonly announceIccid: AnnounceIccid;
  readonly db: Database;
  readonly esims: EsimPort | null;
  readonly config: EsimKeySettings;
  readonly log: Pick<Logger, "error">;
};

/** The statement that records, in the order's transaction, that a profile has to be ordered. The job `order-esim` orders it. */
export function esimToOrder(orderId: string, profileType: string): Statement<unknown> {
  return statement`insert into esims (order_id, profile_type) values (${orderId}, ${profileType})`;
}

/**
 * Orders the eSIM profile of an order. The result of each call is stored before the next, and the call ids are derived from the
 * order's id. So an interrupted job resumes with the same matching id, and an order never gets two profiles.
 */
export function orderEsim(services: Needs): Task<"order-esim"> {
  return async ({ orderId }) => {
    try {
      await orderProfile(services, orderId);
    } catch (error) {
      if (!(error instanceof EsimRefused)) throw error;
      services.log.error({ orderId, reason: error.message }, "an eSIM was refused by the SM-DP+");
      await services.db.updateTable("esims").set({ state: "failed" }).where("order_id", "=", orderId).execute();
    }
  };
}

async function orderProfile({ db, esims, config, limits, announceIccid }: Needs, orderId: string): Promise<void> {
  const row = await db
    .selectFrom("esims")
    .innerJoin("orders", "orders.id", "esims.order_id")
    .selectAll("esims")
    .select("orders.status")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  // No row: its retention time has passed, and it was purged. A cancelled order gets no profile.
  if (row?.state !== "ordered" || row.status !== "placed") return;
  if (!esims) throw new Unavailable("ESIM_PROVIDER is none, but an order has an eSIM");
  const keys = await esimKeys(config);
  const key = keys[0];
  if (!key) throw new Error("There is no key for eSIMs");
  const keep = (change: object) => db.updateTable("esims").set(change).where("order_id", "=", orderId).execute();

  const { sealed_matching_id, key_id } = row;
  const kept = sealed_matching_id && key_id ? { sealed_matching_id, key_id } : null;
  const matchingId = kept ? openMatchingId(kept, orderId, keys) : newMatchingId();
  if (!kept) await keep(sealMatchingId(matchingId, orderId, key));

  // Each profile costs the operator money. The job is retried later.
  if (row.iccid === null && !(await limits.take({ profilesInAll: "" })).ok)
    throw new Unavailable("the limit LIMIT_PROFILES_IN_ALL is reached");
  const callId = (step: string) => `${orderId}-${step}`;
  const iccid =
    row.iccid ?? (await esims.downloadOrder({ callId: callId("download"), profileType: row.profile_type })).iccid;
  if (row.iccid === null) await keep({ iccid });
  const { smdpAddress } = await esims.confirmOrder({ callId: callId("confirm"), iccid, matchingId });
  await db.transaction().execute(async (tx) => {
    const ready = { state: "ready", smdp_address: smdpAddress } as const;
    await tx.updateTable("esims").set(ready).where("order_id", "=", orderId).execute();
    await announceIccid(tx, orderId, iccid);
  });
}

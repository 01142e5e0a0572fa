import { randomInt } from "node:crypto";
import type { Database } from "#server/platform/database/database.ts";
import type { EsimPort } from "#server/sale/esim/port.ts";

/** A host that does not exist: a phone that scans the code shows an error. */
const SMDP_ADDRESS = "smdp.sandbox.example";
/** Swiss ICCIDs begin with 89 (telecom) and 41. */
const newIccid = () => `8941${String(randomInt(1e7)).padStart(7, "0")}${String(randomInt(1e8)).padStart(8, "0")}`;

/** The sandbox SM-DP+: returns an invented profile, always the same for the same call id. */
export function sandboxEsims(db: Database): EsimPort {
  return {
    byIccid: false,
    byCallId: true,
    finalStatus: "Unavailable",
    async downloadOrder({ callId }) {
      const kept = await db
        .insertInto("sandbox_esims")
        .values({ call_id: callId, iccid: newIccid() })
        .onConflict((conflict) =>
          conflict.column("call_id").doUpdateSet((eb) => ({ call_id: eb.ref("excluded.call_id") })),
        )
        .returning("iccid")
        .executeTakeFirstOrThrow();
      return { ok: true, value: kept };
    },
    async confirmOrder({ iccid, matchingId }) {
      await db
        .updateTable("sandbox_esims")
        .set({ confirmed_at: new Date() })
        .where("iccid", "=", iccid)
        .executeTakeFirstOrThrow();
      return { ok: true, value: { matchingId, smdpAddress: SMDP_ADDRESS } };
    },
    async cancelOrder({ iccid }) {
      await db.updateTable("sandbox_esims").set({ confirmed_at: null }).where("iccid", "=", iccid).execute();
      return { ok: true, value: null };
    },
  };
}

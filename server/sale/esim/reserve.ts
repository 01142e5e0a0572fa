import { giveBack, iccidFor, markAsked } from "./iccid-pool.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { changeEsim, esimOf } from "./queries.ts";
import type { EsimPort, EsimProblem } from "./port.ts";

export type ReserveNeeds = LimitsNamed<"profilesInAll"> & { readonly db: Database };

type Reserved =
  | { readonly ok: true; readonly value: { readonly iccid: string } }
  /** `leaks`: if the answer was lost, the SM-DP+ may have reserved a profile that nobody knows. */
  | { readonly ok: false; readonly problem: EsimProblem; readonly leaks: boolean };

const none = (kind: EsimProblem["kind"], code: string): Reserved => ({
  ok: false,
  problem: { kind, code },
  leaks: kind === "lost",
});

/**
 * Reserves a profile for an order, unless it has one, and stores its ICCID. ES2+ has no function that finds what was reserved, and a call id does not make a
 * repetition the same order (GSMA SGP.22 v2.5, 5.3). So either the ICCID is chosen here, and a repetition asks for the same; or a lost answer counts as a profile
 * that may be lost (docs/edges/esim.md). `interrupted`: an earlier try ended with the process.
 */
export async function reserveProfile(
  { db, limits }: ReserveNeeds,
  esims: EsimPort,
  orderId: string,
  { interrupted }: { readonly interrupted: boolean },
): Promise<Reserved> {
  const row = await esimOf(db, orderId);
  if (row.iccid !== null) return { ok: true, value: { iccid: row.iccid } };
  const leaks = !esims.byIccid && !esims.byCallId;
  if (interrupted && leaks) return none("lost", "downloadOrder was interrupted");
  const own = esims.byIccid ? await iccidFor(db, orderId, row.profile_type) : null;
  if (esims.byIccid && !own) return none("alarm", `no ICCID of the type ${row.profile_type} is free`);
  // Each profile costs the operator money.
  if (!(await limits.take({ profilesInAll: "" })).ok) return none("retry", "LIMIT_PROFILES_IN_ALL is reached");
  if (own) await markAsked(db, orderId, true);
  const answer = await esims.downloadOrder({
    callId: `${orderId}-download${row.round > 0 ? `-${row.round}` : ""}`,
    repeated: own?.asked ?? false,
    profileType: row.profile_type,
    iccid: own?.iccid ?? null,
  });
  if (answer.ok) {
    await changeEsim(db, orderId, { iccid: answer.value.iccid });
    return { ok: true, value: answer.value };
  }
  const { problem } = answer;
  if (problem.kind === "iccidTaken") await giveBack(db, orderId, { spent: true });
  else if (own && problem.kind !== "lost" && !own.asked) await markAsked(db, orderId, false);
  return { ok: false, problem, leaks };
}

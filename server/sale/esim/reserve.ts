import { giveBack, iccidFor, markAsked } from "./iccid-pool.ts";
import type { Config } from "#server/config/config.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Database } from "#server/platform/database/database.ts";
import { changeEsim, esimOf } from "./queries.ts";
import type { EsimPort, EsimProblem } from "./port.ts";
import { randomBytes } from "node:crypto";
import { decryptDocument, encryptDocument, type DocumentKey } from "#server/platform/encryption/encryption.ts";
import { DocumentKeyError, documentKeys, keysNamed } from "#server/platform/encryption/keys.ts";

type Reserved =
  | { readonly ok: true; readonly value: { readonly iccid: string } }
  /** `leaks`: if the response was lost, the SM-DP+ may have reserved an unknown profile. */
  | { readonly ok: false; readonly problem: EsimProblem; readonly leaks: boolean };

const none = (kind: EsimProblem["kind"], code: string): Reserved => ({
  ok: false,
  problem: { kind, code },
  leaks: kind === "lost",
});

/**
 * Reserves a profile for an order, unless it has one, and stores its ICCID.
 *
 * ES2+ has no function that finds a reserved profile, and repeating a call id may not repeat the same order (GSMA
 * SGP.22 v2.5, 5.3). So either Kasse chooses the ICCID, and a repetition requests the same one, or a lost response
 * counts as a possibly lost profile (docs/integrations/esim.md). `interrupted`: an earlier attempt ended when its
 * process died.
 */
export async function reserveProfile(
  { db, limits }: { readonly db: Database; readonly limits: Limits<"profilesInAll"> },
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
  if (!(await limits.take({ profilesInAll: "" })).ok) return none("retry", "the limit profilesInAll is reached");
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

/** An encrypted matching id as stored in the database, and the id of its key, which is one of the document keys. */
export type SealedMatchingId = { readonly sealed_matching_id: Buffer; readonly key_id: string };

/** The settings that provide the keys. */
export type EsimKeySettings = Pick<Config, "documentKeys" | "dataDir">;

/** Returns a new matching id: 160 random bits as hexadecimal digits. */
export function newMatchingId(): string {
  return randomBytes(20).toString("hex").toUpperCase();
}

/** Returns what the encryption is bound to: the order's id, so that rows cannot be swapped. */
const boundTo = (orderId: string) => `esim:${orderId}`;

export function sealMatchingId(matchingId: string, orderId: string, key: DocumentKey): SealedMatchingId {
  return { sealed_matching_id: encryptDocument(Buffer.from(matchingId), boundTo(orderId), key), key_id: key.id };
}

/** Decrypts a matching id. Throws a DocumentKeyError if the key is missing or wrong. */
export function openMatchingId(sealed: SealedMatchingId, orderId: string, keys: readonly DocumentKey[]): string {
  for (const key of keysNamed(keys, sealed.key_id)) {
    try {
      return decryptDocument(sealed.sealed_matching_id, boundTo(orderId), key).toString();
    } catch {
      // The settings and the data folder can contain different keys with the same id.
    }
  }
  throw new DocumentKeyError(
    `an eSIM cannot be decrypted: the key "${sealed.key_id}" is not the one it was encrypted with.`,
  );
}

export function esimKeys({ documentKeys: fromSettings, dataDir }: EsimKeySettings): Promise<readonly DocumentKey[]> {
  return documentKeys(fromSettings, dataDir);
}

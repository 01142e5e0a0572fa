import { timingSafeEqual, createHmac } from "node:crypto";
import type { CustomerForm, FieldOf } from "#core/form/fields.ts";
import { eidFacts, isEidKind, type EidFacts, type EidRefusal, type Person, eidDiffers } from "#core/form/eid-claims.ts";
import { isCountry } from "#core/address/countries.ts";
import { dayInZurich } from "#core/time/dates.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { countryOfState } from "#server/sale/document/reading/call.ts";
import type { EidPort } from "./port.ts";
import { canonical } from "#core/text/canonical.ts";
import { deriveKey } from "#server/platform/encryption/keys.ts";

/** Lifetime of a verification request, in ms: 15 minutes (identity, The Swiss e-ID). */
export const LIFE_MS = 15 * 60_000;
/** Minimum interval between two requests to the verifier about one verification, in ms. */
const MIN_INTERVAL_MS = 1000;
/** How long a verified e-ID counts as a proof for the form, in ms: as long as the last step may take. */
const PROOF_LIFE_MS = 2 * 3_600_000;

export type EidState =
  | { readonly state: "waiting" }
  | { readonly state: "verified"; readonly facts: EidFacts }
  | { readonly state: "refused"; readonly reason: EidRefusal };

/** Stores a verification that was started, and replaces an earlier one of the checkout. */
export async function storeVerification(
  db: Database,
  row: { readonly checkoutId: string; readonly verifierId: string; readonly secretHash: Buffer; readonly now: Date },
): Promise<void> {
  const fresh = {
    verifier_id: row.verifierId,
    secret_hash: row.secretHash,
    state: "waiting" as const,
    reason: null,
    proof: null,
    verified_at: null,
    asked_at: null,
    expires_at: new Date(row.now.getTime() + LIFE_MS),
  };
  await db
    .insertInto("eid_verifications")
    .values({ checkout_id: row.checkoutId, ...fresh })
    .onConflict((conflict) => conflict.column("checkout_id").doUpdateSet(fresh))
    .execute();
}

/**
 * Returns the verifier's id of a checkout's verification, for the page that has the secret with this hash; null if
 * there is none.
 */
export async function verificationOf(db: Database, checkoutId: string, hash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom("eid_verifications")
    .select("verifier_id")
    .where("checkout_id", "=", checkoutId)
    .where("secret_hash", "=", hash)
    .executeTakeFirst();
  return row?.verifier_id ?? null;
}

/** Returns the checkout of a verification; null if it is unknown. */
export async function checkoutOfVerification(db: Database, verifierId: string): Promise<string | null> {
  const row = await db
    .selectFrom("eid_verifications")
    .select("checkout_id")
    .where("verifier_id", "=", verifierId)
    .executeTakeFirst();
  return row?.checkout_id ?? null;
}

/** Results of e-ID verifications, and what they prove. */
export type EidProofs = {
  /**
   * Asks the verifier for the state of a verification, and stores the result. Returns `waiting` without asking if the
   * last request was less than a second ago. A verified one is asked for again, because Kasse does not store its data.
   * `person`: the person whose e-ID it must be.
   */
  ask(verifierId: string, person: Person): Promise<EidState>;
  /**
   * Returns the verification that proves a form: the verifier's id and the time. Returns null if there is none, it is
   * too old, or its data differs.
   */
  provenBy(
    checkoutId: string,
    form: CustomerForm,
  ): Promise<{ readonly verification: string; readonly at: string } | null>;
};

export function createEidProofs(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly eid: Pick<EidPort, "ask"> | null;
  readonly documentNumberKey: Buffer;
}): EidProofs {
  const { db, now, eid, documentNumberKey } = needs;
  return {
    async ask(verifierId, person) {
      if (!eid) return { state: "refused", reason: "failed" };
      const at = now();
      const [claimed] = await run(
        db,
        statement<{ expires_at: Date }>`
          update eid_verifications set asked_at = ${at}
          where verifier_id = ${verifierId} and (asked_at is null or asked_at <= ${new Date(at.getTime() - MIN_INTERVAL_MS)})
          returning expires_at`,
      );
      if (!claimed) return { state: "waiting" };
      const answer = await eid.ask(verifierId);
      if (answer.state === "waiting") return claimed.expires_at > at ? answer : storeRefusal(db, verifierId, "expired");
      if (answer.state === "refused") return storeRefusal(db, verifierId, answer.reason);
      const facts = eidFacts(answer.claims, countryOf, dayInZurich(at));
      if (!facts) return storeRefusal(db, verifierId, "invalid");
      await db
        .updateTable("eid_verifications")
        .set({ state: "verified", reason: null, proof: proofFor(documentNumberKey, facts, person), verified_at: at })
        .where("verifier_id", "=", verifierId)
        .execute();
      return { state: "verified", facts };
    },
    async provenBy(checkoutId, form) {
      // The document type is not part of the proof: the shopper chooses it for a foreign national's e-ID.
      if (!isEidKind(form)) return null;
      const row = await db
        .selectFrom("eid_verifications")
        .select(["verifier_id", "proof", "verified_at"])
        .where("checkout_id", "=", checkoutId)
        .where("state", "=", "verified")
        .where("verified_at", ">", new Date(now().getTime() - PROOF_LIFE_MS))
        .executeTakeFirst();
      if (!row?.proof || !row.verified_at || !timingSafeEqual(row.proof, proofOf(documentNumberKey, form))) return null;
      return { verification: row.verifier_id, at: row.verified_at.toISOString() };
    },
  };
}

async function storeRefusal(db: Database, verifierId: string, reason: EidRefusal): Promise<EidState> {
  await db
    .updateTable("eid_verifications")
    .set({ state: "refused", reason })
    .where("verifier_id", "=", verifierId)
    // Once verified, the state stays verified, even if the verifier has deleted the verification.
    .where("state", "<>", "verified")
    .execute();
  return { state: "refused", reason };
}

const countryOf = (code: string): string | null => (isCountry(code) ? code : countryOfState(code));

type Proven = Person & Omit<Pick<CustomerForm, FieldOf<"document">>, "identifiedBy">;

/** Returns a keyed hash of the form fields that an e-ID proves. */
function proofOf(key: Buffer, form: Proven): Buffer {
  const { firstName, lastName, day, month, year, citizenship, idNo, issueDate, validUntil, issuer } = form;
  const person = [firstName, lastName, Number(day), Number(month), Number(year)];
  return createHmac("sha256", deriveKey(key, "eid"))
    .update(canonical([...person, citizenship, idNo.toUpperCase(), issueDate, validUntil, issuer.normalize("NFC")]))
    .digest();
}

/** Returns the proof that an e-ID belongs to this person; null if it is another person's. */
function proofFor(key: Buffer, facts: EidFacts, person: Person): Buffer | null {
  return eidDiffers(facts, person).length === 0
    ? proofOf(key, { ...person, ...facts, firstName: person.firstName, lastName: person.lastName })
    : null;
}

import { createHmac } from "node:crypto";
import { canonical } from "#core/canonical.ts";
import type { CustomerForm } from "#core/customer-form.ts";
import { eidDiffers, type EidFacts, type Person } from "#core/eid.ts";
import { deriveKey } from "#server/platform/encryption/derive-key.ts";

type Proven = Pick<
  CustomerForm,
  "first_name" | "last_name" | "day" | "month" | "year" | "citizenship" | "idNo" | "issueDate" | "validUntil" | "issuer"
>;

/** A keyed hash of the fields of a form that an e-ID proves. */
export function proofOf(key: Buffer, form: Proven): Buffer {
  const { first_name, last_name, day, month, year, citizenship, idNo, issueDate, validUntil, issuer } = form;
  const person = [first_name, last_name, Number(day), Number(month), Number(year)];
  return createHmac("sha256", deriveKey(key, "eid"))
    .update(canonical([...person, citizenship, idNo.toUpperCase(), issueDate, validUntil, issuer.normalize("NFC")]))
    .digest();
}

/** The proof that an e-ID is for a form with the person as typed; null if it says another person. */
export function proofFor(key: Buffer, facts: EidFacts, person: Person): Buffer | null {
  return eidDiffers(facts, person).length === 0
    ? proofOf(key, { ...person, ...facts, first_name: person.first_name, last_name: person.last_name })
    : null;
}

import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { canonical } from "#core/text/canonical.ts";
import type { OrderCustomer } from "#core/form/fields.ts";
import { DOCUMENT_TYPES, issuingCountry, type DocumentType } from "#core/document/documents.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement, type Statement } from "#server/platform/database/statement.ts";
import { isDocumentOrdered } from "#server/read-models/checkout.ts";

type Identity = Pick<OrderCustomer, "idNo" | "identifiedBy" | "citizenship">;

/**
 * Returns what identifies a document: issuing country, type and number. Types are unified, because two codes can mean
 * the same type.
 */
export function documentIdentity({ idNo, identifiedBy = "", citizenship }: Identity) {
  return {
    country: issuingCountry(identifiedBy, citizenship),
    type: DOCUMENT_TYPES[identifiedBy as DocumentType] ?? "",
    number: (idNo ?? "").toUpperCase(),
  };
}

/**
 * Returns the keyed hash by which documents are compared. Only the checkout and the order contain the number itself.
 */
export function documentHash(key: Buffer, identity: Identity): Buffer {
  const { country, type, number } = documentIdentity(identity);
  return createHmac("sha256", key)
    .update(canonical([country, type, number]))
    .digest();
}

/** Returns the account that a document belongs to, or null. */
export async function ownerOfDocument(db: Handle, hash: Buffer): Promise<string | null> {
  const [claim] = await run(db, statement<Claim>`select account_id from document_claims where document_hash = ${hash}`);
  return claim?.account_id ?? null;
}

/** Returns whether a document belongs to an account other than this one. */
export async function isAnothersDocument(db: Handle, hash: Buffer, accountId: string | null): Promise<boolean> {
  const owner = await ownerOfDocument(db, hash);
  return owner !== null && owner !== accountId;
}

/**
 * Claims a document for an account, in the transaction of its order. Returns false if it belongs to another account,
 * including if two orders race for it.
 */
export async function claimDocument(tx: Handle, hash: Buffer, accountId: string): Promise<boolean> {
  return isClaimed(await run(tx, documentClaim(hash, accountId)), accountId);
}

/** Returns the statement of `claimDocument`. */
export function documentClaim(hash: Buffer, accountId: string): Statement<Claim> {
  return statement<Claim>`
    insert into document_claims as claim (document_hash, account_id) values (${hash}, ${accountId})
    on conflict (document_hash) do update set account_id = claim.account_id
    returning account_id`;
}

type Claim = { readonly account_id: string };

/** Returns whether the document belongs to this account now. */
export const isClaimed = ([claim]: readonly Claim[], accountId: string): boolean => claim?.account_id === accountId;

/** Frees the document of a cancelled order, unless another order that is not cancelled uses it. */
export async function releaseDocument(tx: Handle, hash: Buffer): Promise<void> {
  await tx.selectFrom("document_claims").select("account_id").where("document_hash", "=", hash).forUpdate().execute();
  await tx
    .deleteFrom("document_claims")
    .where("document_hash", "=", hash)
    .where(sql<boolean>`not ${isDocumentOrdered(hash)}`)
    .execute();
}

/** Assigns the documents of one account to another. */
export async function reassignClaims(
  tx: Handle,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.updateTable("document_claims").set({ account_id: to }).where("account_id", "=", from).execute();
}

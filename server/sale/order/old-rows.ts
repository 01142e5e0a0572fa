import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { openForm } from "#server/sale/identity/sealed-identity.ts";
import { readSealedForm } from "#server/sale/identity/stored-form.ts";
import { changeOrder, ordersWithoutClaim, ORDER_CUSTOMERS } from "./queries.ts";
import { claimDocument, documentHash } from "#server/sale/document/claims.ts";
import { CHECKOUT_FORMS } from "#server/sale/checkout/queries.ts";
import { sealOld } from "#server/sale/identity/seal-old.ts";
import { EVENTS_WITH_IDENTITY } from "./handover.ts";

const BATCH = 500;

/** Claims the documents of orders that are older than claims. Can be repeated and interrupted. */
export async function claimOldDocuments(db: Database, key: Buffer, seals: Seals): Promise<void> {
  for (;;) {
    const orders = await ordersWithoutClaim(db, BATCH);
    if (orders.length === 0) return;
    for (const { id, checkout_id, account_id, customer } of orders) {
      const document_hash = documentHash(key, await openForm(seals, checkout_id, readSealedForm(customer)));
      await db.transaction().execute(async (tx) => {
        // If two old orders have the same document, the first one gets it.
        await claimDocument(tx, document_hash, account_id);
        await changeOrder(tx, id, { document_hash });
      });
    }
  }
}

/** Encrypts identity data of forms, orders and events from before encryption was introduced. */
export async function sealOldIdentities(db: Database, seals: Seals): Promise<void> {
  for (const column of [CHECKOUT_FORMS, ORDER_CUSTOMERS, EVENTS_WITH_IDENTITY]) await sealOld(db, seals, column);
}

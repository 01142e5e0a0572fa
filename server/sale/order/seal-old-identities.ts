import type { Database } from "#server/platform/database/database.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { CHECKOUT_FORMS } from "#server/sale/checkout/queries.ts";
import { sealOld } from "#server/sale/identity/seal-old.ts";
import { EVENTS_WITH_IDENTITY } from "./handover.ts";
import { ORDER_CUSTOMERS } from "./queries.ts";

/** Encrypts the identity data of forms, orders and events that were stored before it was encrypted. */
export async function sealOldIdentities(db: Database, seals: Seals): Promise<void> {
  for (const column of [CHECKOUT_FORMS, ORDER_CUSTOMERS, EVENTS_WITH_IDENTITY]) await sealOld(db, seals, column);
}

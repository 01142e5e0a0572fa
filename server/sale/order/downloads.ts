import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { DocumentStore } from "#server/sale/document/keep.ts";
import { readDocument } from "#server/sale/document/read.ts";
import { authorityPdf, isAuthorised } from "#server/sale/confirmation/authority.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { checkOperator } from "./operator.ts";
import { loadOrder, toPrintable } from "./order.ts";
import { orderOfDocumentLink } from "./queries.ts";
import type { Confirmations } from "#server/sale/confirmation/confirmation.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";

/**
 * GET /order-documents/{id}: returns the copy of the identity document to the operator's systems. The access is
 * recorded in `document_reads`.
 */
export function orderDocument(services: {
  readonly db: Database;
  readonly documents: DocumentStore;
  readonly now: Clock;
  readonly security: SecurityLog;
  readonly config: Pick<Config, "handover" | "documentKeys" | "dataDir">;
}): Handler<"orderDocument"> {
  return async ({ params, token, ip }) => {
    const { db, documents, config, now, security } = services;
    const operator = checkOperator(config, token);
    if (!operator.ok) return operator;
    const orderNumber = await orderOfDocumentLink(db, params.id, now());
    if (orderNumber === null) return fail("notFound");
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const request = { orderNumber, reader: "the operator's systems", reason: `reference ${params.id}`, address: ip };
    const found = await readDocument({ db, documents, keys, security }, request);
    if (found.kind !== "read") return fail("notFound");
    return ok(new Uint8Array(found.jpeg));
  };
}

/**
 * GET /order-authorities/{id}: returns the letter of authority for the number transfer, as a PDF, to the operator's
 * systems, which send it to the old provider.
 */
export function orderAuthority(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly brand: Brand;
  readonly config: Pick<Config, "handover">;
}): Handler<"orderAuthority"> {
  const { db, brand, config, now } = needs;
  return async ({ params, token }) => {
    const operator = checkOperator(config, token);
    if (!operator.ok) return operator;
    const number = await orderOfDocumentLink(db, params.id, now());
    const order = number === null ? null : await loadOrder(db, { number });
    const printable = order && toPrintable(order);
    return printable && isAuthorised(printable) ? ok(await authorityPdf(brand, printable)) : fail("notFound");
  };
}

/** GET /order/confirmation.pdf: only for the owner of the order, because it contains the name and address. */
export function downloadConfirmation(services: {
  readonly db: Database;
  readonly checkouts: Checkouts;
  readonly confirmations: Confirmations;
}): Handler<"confirmation"> {
  return async (call) => {
    const access = await services.checkouts.openForOwner(call);
    if (!access.ok) return access;
    const order = await loadOrder(services.db, { checkoutId: access.value.id });
    if (order?.status !== "placed") return fail("notFound");
    return ok(await services.confirmations.pdf(toPrintable(order), call.locale));
  };
}

/**
 * GET /order/transfer-authority.pdf: returns the letter of authority that the owner of the order ticked, for their
 * records.
 */
export function downloadAuthority(services: {
  readonly db: Database;
  readonly checkouts: Checkouts;
  readonly brand: Brand;
}): Handler<"transferAuthority"> {
  return async (call) => {
    const access = await services.checkouts.openForOwner(call);
    if (!access.ok) return access;
    const order = await loadOrder(services.db, { checkoutId: access.value.id });
    const printable = order && toPrintable(order);
    return printable && isAuthorised(printable) ? ok(await authorityPdf(services.brand, printable)) : fail("notFound");
  };
}

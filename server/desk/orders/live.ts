import type { OrderCounts } from "#contract/desk/order-answers.ts";
import { DESK_FILTERS, deskStateOf, type DeskFilter } from "#core/desk/states.ts";
import { countByFilter, countNewer, statesOf } from "#server/read-models/desk-orders.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { readDocument } from "#server/sale/document/read.ts";

/** The orders per filter are counted up to this number. */
const MAX_COUNTED = 1000;
/** The newer orders are counted up to this number. */
const MAX_NEWER = 100;

/** GET /order-counts: returns the number of orders per filter. */
export function orderCounts({ reads, now }: Pick<DeskServices, "reads" | "now">): DeskHandler<"orderCounts"> {
  return async ({ query }) => {
    const asked = { period: query.period, now: now() };
    const counted = await reads.read((db) => countByFilter(db, asked, MAX_COUNTED + 1));
    const count = (filter: DeskFilter) => {
      const value = counted?.[filter] ?? 0;
      return { count: Math.min(value, MAX_COUNTED), more: value > MAX_COUNTED };
    };
    return ok(Object.fromEntries(DESK_FILTERS.map((filter) => [filter, count(filter)])) as OrderCounts);
  };
}

/**
 * GET /order-states: returns what has changed in an open list. It contains no personal data, so polling it needs no
 * entry in the audit log.
 */
export function orderStates({ reads, now }: Pick<DeskServices, "reads" | "now">): DeskHandler<"orderStates"> {
  return async ({ query: { numbers, filter, period } }) => {
    const shown = { newest: numbers[0], filter, period, now: now() };
    const { rows, newer } = await reads.read(async (db) => ({
      rows: await statesOf(db, numbers),
      newer: await countNewer(db, shown, MAX_NEWER),
    }));
    return ok({
      states: Object.fromEntries(rows.map((row) => [row.number, deskStateOf(row)])),
      newer,
    });
  };
}

/**
 * POST /orders/{number}/document: returns the picture of the identity document, for a reason. Each view is also
 * recorded in `document_reads`.
 */
export function document({
  db,
  documents,
  security,
  config,
}: Pick<DeskServices, "db" | "documents" | "security" | "config">): DeskHandler<"document"> {
  return async ({ params, body: { reason }, person, ip }) => {
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const request = { orderNumber: params.number, reader: person.actor, reason, address: ip };
    const found = await readDocument({ db, documents, keys, security }, request);
    switch (found.kind) {
      case "read":
        return ok({ jpeg: found.jpeg.toString("base64") });
      case "noOrder":
        return fail("notFound");
      case "noDocument":
        return fail("noDocument");
      case "fileMissing":
        return fail("documentMissing");
    }
  };
}

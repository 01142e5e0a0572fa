import type { AddressFields } from "#core/form/fields.ts";
import { fromWire } from "#core/form/spelling.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { actsAfter } from "#server/read-models/desk-orders.ts";
import { refusalOf } from "#server/sale/order/actions.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import { ok, fail } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { readAddress } from "./address.ts";
import type { ShowOrder } from "./show.ts";
import type { DeskServices } from "#server/desk/services.ts";

const NO_ADDRESS: AddressFields = { address: "", number: "", postalCode: "", city: "" };

/**
 * POST /orders/{number}/acts: carries out an action on an order, unless the order has changed since the user saw it. A
 * refund above the limit only becomes a request.
 */
export function act(
  services: Pick<DeskServices, "db" | "customers" | "catalogues" | "orderActions"> & { readonly showOrder: ShowOrder },
): DeskHandler<"act"> {
  return async ({ params: { number }, body, person, locale }) => {
    const { act: action, reason, seen, sent } = body;
    const order = { number };
    // The operator's systems check a new address. That must happen here, outside the transaction.
    const corrected = action === "correctAddress" ? await loadOrder(services.db, order) : null;
    const early = corrected && refusalOf(action, await services.orderActions.factsOf(order, person), seen);
    const typed = {
      typed: body.address ? fromWire(body.address) : NO_ADDRESS,
      townConfirmed: body.townConfirmed,
      locale,
    };
    const read = corrected && !early ? await readAddress(services, corrected, typed) : null;
    if (read && !read.ok) return fail(read.name, { fields: read.fields });
    const by = { actor: person.actor, reason, person };
    const asked = { order, by, seen, sent, ...(read && { address: read.address }) };
    const tried = early ?? (await services.orderActions.carryOut(action, asked));
    const isAsked = tried.kind === "needsSecondPerson";
    const outcome = isAsked ? await services.orderActions.carryOut("askForRefund", asked) : tried;
    if (outcome.kind === "changed")
      return fail("changed", { since: await actsSince(services.db, outcome.facts.orderId, seen) });
    if (outcome.kind === "unavailable") return fail("hindered", { hindrance: outcome.reason });
    const shown = outcome.kind === "done" ? await services.showOrder(number, person, locale) : null;
    return shown ? ok({ done: isAsked ? "asked" : "done", order: shown }) : fail("notFound");
  };
}

/** Returns the actions on an order since the version that the user saw, oldest first. */
async function actsSince(db: Handle, orderId: string, version: string) {
  const seen = /^[a-zA-Z]+\.(\d+)(?:\.|$)/.exec(version)?.[1] ?? "0";
  const rows = await actsAfter(db, orderId, seen);
  return rows.map(({ at, ...act }) => ({ at: at.toISOString(), ...act }));
}

import { byCode } from "#core/catalogue/catalogue.ts";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { Database } from "#server/platform/database/database.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { findEsim } from "#server/sale/esim/queries.ts";
import { loadOrder, type Order } from "#server/sale/order/order.ts";
import { actionsOf } from "#server/sale/order/queries.ts";
import { transfersOf } from "#server/sale/order/transfer.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { nothing, success, type Answer } from "../answer.ts";
import { CURRENCY } from "../catalogue/product.ts";
import { linesOf, totalsOf } from "../checkout/answer.ts";
import { readPrepared } from "../checkout/prepared.ts";
import { sessionOfCheckout, type SessionRow } from "../queries.ts";
import type { AgentCaller } from "../request.ts";

/** Reports about a transfer that a platform is shown. */
const MAX_REPORTS = 20;

/** What can be the number of an order; anything else is not looked up. */
const ORDER_NUMBER = /^[\w-]{1,64}$/;

type Needs = { readonly db: Database; readonly catalogues: CatalogueStore; readonly publicUrl: string };
type Event = { readonly id: string; readonly occurred_at: string; readonly type: string };

/** Shows platforms the orders that people placed with what they had prepared. */
export type AgentOrders = ReturnType<typeof createAgentOrders>;

export function createAgentOrders({ db, catalogues, publicUrl }: Needs) {
  /**
   * Returns an order as UCP's `order.json` has it: what was bought, and how far it is. It has no data of the person,
   * who may have changed what the platform had proposed, and it does not show a refusal of credit: such an order is in
   * process until a person has decided.
   */
  async function snapshot(order: Order, session: SessionRow, locale: Locale) {
    const { quote, catalogueVersion } = order.shown;
    const { catalogue } = await catalogues.ofVersion(catalogueVersion);
    const isCancelled = order.status === "cancelled";
    const isDone = order.progress?.name === "completed";
    const quantity = isCancelled ? 0 : 1;
    const { variant } = readPrepared(session.prepared);
    const lines = linesOf({ variant, record: order.record }, quote, catalogue, locale).map((line) => ({
      ...line,
      quantity: { original: 1, total: quantity, fulfilled: isDone ? quantity : 0 },
      status: isCancelled ? "removed" : isDone ? "fulfilled" : "processing",
    }));
    // Add-ons and fees are part of the product; nothing of them is sent or done on its own.
    const about = lines.slice(0, 1).map((line) => ({ id: line.id, quantity: 1 }));
    const isDigital = order.customer.simType === "1" && !byCode(catalogue.devices, order.record.mobile);
    const delivery = {
      id: "delivery",
      line_items: about,
      method_type: isDigital ? "digital" : "shipping",
      destination: { address_country: "CH" },
    };
    return {
      id: order.number,
      checkout_id: session.id,
      permalink_url: `${publicUrl}${localePrefix(locale)}/account`,
      currency: CURRENCY,
      line_items: lines,
      fulfillment: {
        expectations: [delivery],
        events: (await eventsOf(db, order)).map((event) => ({ ...event, line_items: about })),
      },
      adjustments: await cancellationsOf(db, order),
      totals: totalsOf(quote, locale),
    };
  }

  return {
    snapshot,
    async get({ caller, id }: { readonly caller: AgentCaller; readonly id: string }): Promise<Answer> {
      const { locale } = caller;
      const order = ORDER_NUMBER.test(id) ? await loadOrder(db, { number: id }) : null;
      const session = order && (await sessionOfCheckout(db, order.checkoutId));
      if (!order || session?.platform !== caller.profileUrl)
        return nothing("not_found", serverText(locale, "agents.unknown"), `${publicUrl}${localePrefix(locale)}/`);
      return success(await snapshot(order, session, session.locale));
    },
  };
}

/** Returns what has happened to an order, oldest first. */
async function eventsOf(db: Database, order: Order): Promise<readonly Event[]> {
  const { id, createdAt, progress } = order;
  const [esim, transfers] = await Promise.all([findEsim(db, id), transfersOf(db, id, MAX_REPORTS)]);
  // Systems report with their own clocks, but nothing happens before the order.
  const event = (name: string, at: Date, type = name): Event => ({
    id: name,
    occurred_at: (at < createdAt ? createdAt : at).toISOString(),
    type,
  });
  const events = [
    event("placed", createdAt, "processing"),
    ...(progress ? [event(`progress_${progress.name}`, progress.at)] : []),
    ...transfers
      .filter(({ blockedBy }) => blockedBy === null)
      .map(({ eventId, state, at }) => event(`transfer-${eventId}`, at, `number_transfer_${state}`)),
    // The profile is ready when the first report about it may come; the database has no time of its own for it.
    ...(esim?.state === "ready" ? [event("esim_ready", esim.progress_at ?? esim.created_at)] : []),
    ...(esim?.progress && esim.progress_at ? [event(`esim_${esim.progress}`, esim.progress_at)] : []),
  ];
  return events.toSorted((one, other) => one.occurred_at.localeCompare(other.occurred_at));
}

/** Returns the cancellation of an order, if it was cancelled by somebody whose action was recorded. */
async function cancellationsOf(db: Database, { number, status }: Order) {
  if (status !== "cancelled") return [];
  const cancelled = (await actionsOf(db, number)).filter(({ action }) => action === "cancelled");
  return cancelled.map(({ at }) => ({
    id: "cancellation",
    type: "cancellation",
    occurred_at: at.toISOString(),
    status: "completed",
  }));
}

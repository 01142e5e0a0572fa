import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { send } from "#server/platform/http/json-client.ts";
import { addJobs, type NewJob } from "#server/platform/jobs/queue.ts";
import { deliveryOf, sendInTurn, type Delivery } from "#server/platform/jobs/receivers.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { listenersWithNews, untoldOrders, type News, type UntoldOrder } from "../read-models/listeners.ts";
import { onSaleSince } from "#server/shop/catalogue/activations.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { addressed } from "../http/resources.ts";
import { readHandedOver } from "../orders/handed-over.ts";
import { HUBS, HUBS_OF_CATALOGUE, HUBS_OF_ORDERS } from "./interfaces.ts";
import type { CatalogueInterface, OrderInterface } from "./interfaces.ts";
import { catalogueNotice, ORDER_NOTICES, type Notice } from "./notices.ts";
import {
  listenersOfCatalogue,
  noteCatalogueTold,
  noteReached,
  noteRefused,
  noteTold,
  noteUnreachable,
  type Listener,
} from "./queries.ts";

/**
 * Orders that one job tells about, days for which an order is followed, and refusals after which it is not. Orders of
 * the last `recentDays` are looked at each minute.
 */
const LIMITS = { orders: 50, days: 90, recentDays: 2, failures: 14 } as const;
/** Of the older orders, each minute of an hour looks at another part, because few of them change. */
const PARTS = 60;
const CATALOGUE_INTERFACES = Object.keys(HUBS_OF_CATALOGUE) as readonly CatalogueInterface[];
/** The time of a listener to answer, in ms. */
const TIMEOUT_MS = 5000;

declare module "#server/platform/jobs/tasks.ts" {
  interface ExtensionJobs {
    "tell-listeners": Record<string, never>;
    /** `at`: when news for it was found, in ISO format. */
    "tell-listener": { listener: string; at: string };
  }
}

type Asked = Listener<CatalogueInterface>;

/** A listener with what it has to be told. `about`: the same for each attempt, and different for each event. */
type Message = Notice & {
  readonly listener: string;
  readonly callback: string;
  readonly wanted: string | null;
  readonly isV5: boolean;
  readonly about: string;
  readonly at: Date;
};

/**
 * Creates the job that looks for listeners with news, and queues a job for each of them, so that none waits for
 * another.
 */
export function tellListeners({
  db,
  catalogues,
  now,
}: Pick<Needs, "db" | "catalogues" | "now">): Task<"tell-listeners"> {
  return async () => {
    const at = now();
    const [ofOrders, { version }] = [await listenersWithNews(db, newsAt(at)), await catalogues.current()];
    const ofCatalogue = await listenersOfCatalogue(db, CATALOGUE_INTERFACES, { now: at, version });
    const listeners = new Set([...ofOrders, ...ofCatalogue.map(({ id }) => id)]);
    await addJobs(
      db,
      [...listeners].map((listener) => tellingOf(listener, at)),
    );
  };
}

const tellingOf = (listener: string, at: Date): NewJob => ({
  name: "tell-listener",
  payload: { listener, at: at.toISOString() },
  key: `tell-listener:${listener}`,
  queue: `listener:${listener}`,
});

type Needs = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly seals: Seals;
  readonly log: Pick<Logger, "warn">;
  readonly now: Clock;
};

/**
 * Creates the job that tells a listener of new orders and of changes of their state, in order, and of another catalogue
 * on sale, until it answers with success. A listener that accepts nothing is left alone for some time.
 */
export function tellListener({ db, catalogues, seals, log, now }: Needs): Task<"tell-listener"> {
  /** Sends an event, unless the listener does not want it. */
  async function tell({ listener, callback, wanted, isV5, about, at, eventType, event }: Message): Promise<Delivery> {
    if (wanted !== null && wanted !== eventType) return "unwanted";
    const body = {
      // A listener recognises a repeated event by it.
      eventId: createHash("sha256").update(`${listener}/${about}`).digest("base64url"),
      eventTime: at.toISOString(),
      eventType,
      ...(isV5 && { "@type": eventType }),
      event: addressed(event, null),
    };
    const outcome = await send("TM Forum listener", {
      url: callback,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    }).catch((error: unknown) => {
      if (error instanceof Unavailable) return null;
      throw error;
    });
    const delivery = deliveryOf(outcome?.status ?? null);
    if (delivery !== "told")
      log.warn(
        { eventType, listener: new URL(callback).host, status: outcome?.status },
        "a listener could not be told",
      );
    return delivery;
  }

  async function tellOfOrder(untold: UntoldOrder<OrderInterface>): Promise<Delivery> {
    const { interface: to } = untold;
    const notice = await ORDER_NOTICES[to](untold, await readHandedOver(seals, untold), db);
    if (!notice) return "unwanted";
    return tell({
      ...notice,
      listener: untold.listener,
      callback: untold.callback,
      wanted: untold.eventType,
      isV5: HUBS[to].version === "v5",
      about: `${untold.orderId}/${untold.state}`,
      at: untold.told !== null && untold.progressAt ? untold.progressAt : untold.createdAt,
    });
  }

  async function tellOfCatalogue({ id, interface: to, callback, eventType }: Asked, time: Date): Promise<Delivery> {
    const current = await catalogues.current();
    const since = (await onSaleSince(db, time)) ?? time;
    const delivery = await tell({
      ...catalogueNotice(to, current, since),
      listener: id,
      callback,
      wanted: eventType,
      isV5: HUBS[to].version === "v5",
      about: `${current.version}/${since.toISOString()}`,
      at: since,
    });
    // It gets no other event until it accepts this one.
    return delivery === "refused" ? "unreachable" : delivery;
  }

  return async ({ listener, at: found }) => {
    const at = now();
    const { version } = await catalogues.current();
    // A listener is one of an interface: it has to be told of orders or of a catalogue.
    const [orders, asked] = [
      await untoldOrders(db, listener, newsAt(at, new Date(found)), LIMITS.orders),
      await listenersOfCatalogue(db, CATALOGUE_INTERFACES, { now: at, version, listener }),
    ];
    const sent =
      orders.length > 0
        ? await sendInTurn(orders, tellOfOrder, ({ orderId: order, state }, isAccepted) =>
            isAccepted ? noteTold(db, { listener, order }, state) : noteRefused(db, { listener, order }, at),
          )
        : await sendInTurn(
            asked,
            (each) => tellOfCatalogue(each, at),
            () => noteCatalogueTold(db, listener, version),
          );
    if (sent.isReached === true) await noteReached(db, listener);
    if (sent.isReached === false) await noteUnreachable(db, listener, now());
    if (sent.hasMore || (sent.isReached !== false && orders.length === LIMITS.orders))
      await addJobs(db, [tellingOf(listener, at)]);
  };
}

/** Returns the orders that are looked at. `found`: the minute that chooses the part of the older ones. */
function newsAt(now: Date, found = now): News<OrderInterface> {
  return {
    now,
    ...windowsAt(now, found),
    maxFailures: LIMITS.failures,
    interfaces: Object.keys(HUBS_OF_ORDERS) as readonly OrderInterface[],
  };
}

/** Returns the times of the orders that a run looks at. */
function windowsAt(now: Date, found: Date): { readonly recent: Date; readonly older: readonly [Date, Date] } {
  const [first, recent] = [daysBefore(now, LIMITS.days), daysBefore(now, LIMITS.recentDays)];
  const part = (recent.getTime() - first.getTime()) / PARTS;
  const from = first.getTime() + found.getUTCMinutes() * part;
  return { recent, older: [new Date(from), new Date(from + part)] };
}

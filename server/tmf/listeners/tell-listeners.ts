import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { send } from "#server/platform/http/json-client.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { untoldOrders, type UntoldOrder } from "#server/read-models/tmf-listeners.ts";
import { onSaleSince } from "#server/shop/catalogue/activations.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { addressed } from "../http/resources.ts";
import { readHandedOver } from "../orders/handed-over.ts";
import { HUBS, HUBS_OF_CATALOGUE, HUBS_OF_ORDERS } from "./interfaces.ts";
import type { CatalogueInterface, OrderInterface } from "./interfaces.ts";
import { catalogueNotice, ORDER_NOTICES, type Notice } from "./notices.ts";
import { listenersOfCatalogue, noteCatalogueTold, noteCatalogueUntold, noteTold, noteUntold } from "./queries.ts";

/**
 * Orders that one run tells about, days for which an order is followed, and failures after which it is not. Orders of
 * the last `recentDays` are looked at each minute.
 */
const LIMITS = { orders: 50, days: 90, recentDays: 2, failures: 14 } as const;
/** Of the older orders, each minute of an hour looks at another part, because few of them change. */
const PARTS = 60;
/** The time of a listener to answer, in ms. */
const TIMEOUT_MS = 5000;

declare module "#server/platform/jobs/tasks.ts" {
  interface Jobs {
    "tell-listeners": Record<string, never>;
  }
}

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
 * Creates the job that tells listeners of new orders and of changes of their state, in order, and of another catalogue
 * on sale, until they answer with success. A failure is tried again after a minute, then twice as long each time.
 */
export function tellListeners(services: {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly seals: Seals;
  readonly log: Pick<Logger, "warn">;
  readonly now: Clock;
}): Task<"tell-listeners"> {
  const { db, catalogues, seals, log, now } = services;

  /** Returns whether the listener has been told, or does not want to be. */
  async function tell({ listener, callback, wanted, isV5, about, at, eventType, event }: Message): Promise<boolean> {
    if (wanted !== null && wanted !== eventType) return true;
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
    if (outcome?.ok) return true;
    log.warn({ eventType, listener: new URL(callback).host, status: outcome?.status }, "a listener could not be told");
    return false;
  }

  async function tellOfOrder(untold: UntoldOrder<OrderInterface>): Promise<boolean> {
    const { interface: to } = untold;
    const notice = await ORDER_NOTICES[to](untold, await readHandedOver(seals, untold), db);
    if (!notice) return true;
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

  async function tellOfCatalogue(time: Date): Promise<void> {
    const current = await catalogues.current();
    const since = (await onSaleSince(db, time)) ?? time;
    const names = Object.keys(HUBS_OF_CATALOGUE) as readonly CatalogueInterface[];
    for (const each of await listenersOfCatalogue(db, names, { now: time, version: current.version })) {
      const to = each.interface;
      const isTold = await tell({
        ...catalogueNotice(to, current, since),
        listener: each.id,
        callback: each.callback,
        wanted: each.eventType,
        isV5: HUBS[to].version === "v5",
        about: `${current.version}/${since.toISOString()}`,
        at: since,
      });
      if (isTold) await noteCatalogueTold(db, each.id, current.version);
      else await noteCatalogueUntold(db, each.id, time);
    }
  }

  return async () => {
    const at = now();
    const wanted = {
      now: at,
      ...windowsAt(at),
      maxFailures: LIMITS.failures,
      interfaces: Object.keys(HUBS_OF_ORDERS) as readonly OrderInterface[],
    };
    for (const untold of await untoldOrders(db, wanted, LIMITS.orders)) {
      const about = { listener: untold.listener, order: untold.orderId };
      if (await tellOfOrder(untold)) await noteTold(db, about, untold.state);
      else await noteUntold(db, about, at);
    }
    await tellOfCatalogue(at);
  };
}

/** Returns the times of the orders that a run looks at. */
function windowsAt(now: Date): { readonly recent: Date; readonly older: readonly [Date, Date] } {
  const [first, recent] = [daysBefore(now, LIMITS.days), daysBefore(now, LIMITS.recentDays)];
  const part = (recent.getTime() - first.getTime()) / PARTS;
  const from = first.getTime() + now.getUTCMinutes() * part;
  return { recent, older: [new Date(from), new Date(from + part)] };
}

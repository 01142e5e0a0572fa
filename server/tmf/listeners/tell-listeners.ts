import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { send } from "#server/platform/http/json-client.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { untoldOrders, type UntoldOrder } from "#server/read-models/tmf.ts";
import { addressed } from "../http/resources.ts";
import { readHandedOver } from "../orders/handed-over.ts";
import { productOrder } from "../orders/product-orders.ts";
import type { EventType } from "./hub.ts";
import { noteTold, noteUntold } from "./queries.ts";

/** Orders that one run tells about, days for which an order is followed, and failures after which it is not. */
const LIMITS = { orders: 50, days: 90, failures: 14 } as const;
/** The time of a listener to answer, in ms. */
const TIMEOUT_MS = 5000;

declare module "#server/platform/jobs/tasks.ts" {
  interface Jobs {
    "tell-listeners": Record<string, never>;
  }
}

/**
 * Creates the job that tells listeners of new orders and of changes of their state, in order and until they answer with
 * success. A failure is tried again after a minute, then twice as long each time, for about three days.
 */
export function tellListeners(services: {
  readonly db: Database;
  readonly seals: Seals;
  readonly log: Pick<Logger, "warn">;
  readonly now: Clock;
}): Task<"tell-listeners"> {
  const { db, seals, log, now } = services;

  /** Returns whether the listener has been told, or does not want to be. */
  async function tell(untold: UntoldOrder): Promise<boolean> {
    const eventType: EventType = untold.isKnown ? "ProductOrderStateChangeEvent" : "ProductOrderCreateEvent";
    if (untold.eventType !== null && untold.eventType !== eventType) return true;
    const body = {
      // The same for each attempt, so that a listener recognises a repeated event.
      eventId: createHash("sha256").update(`${untold.listener}/${untold.orderId}/${untold.state}`).digest("base64url"),
      eventTime: (untold.isKnown && untold.progressAt ? untold.progressAt : untold.createdAt).toISOString(),
      eventType,
      event: { productOrder: addressed(productOrder("v4", await readHandedOver(seals, untold)), null) },
    };
    const outcome = await send("TM Forum listener", {
      url: untold.callback,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    }).catch((error: unknown) => {
      if (error instanceof Unavailable) return null;
      throw error;
    });
    if (outcome?.ok) return true;
    const { host } = new URL(untold.callback);
    log.warn(
      { order: untold.number, listener: host, status: outcome?.status },
      "a listener could not be told of an order",
    );
    return false;
  }

  return async () => {
    const at = now();
    const since = { now: at, since: daysBefore(at, LIMITS.days), maxFailures: LIMITS.failures };
    for (const untold of await untoldOrders(db, since, LIMITS.orders)) {
      const about = { listener: untold.listener, order: untold.orderId };
      if (await tell(untold)) await noteTold(db, about, untold.state);
      else await noteUntold(db, about, at);
    }
  };
}

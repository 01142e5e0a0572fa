import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { untoldOrders, type Untold } from "#server/read-models/agents.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { ORDER, UCP_VERSION } from "../protocol/capabilities.ts";
import type { Protocol } from "../protocol/protocol.ts";
import { noteTold, noteUntold, sessionWith } from "../queries.ts";
import { createAgentOrders } from "./show-order.ts";

/** Orders that one run tells about, and days for which an order is followed. */
const LIMITS = { orders: 50, days: 90 } as const;
/** The time of a platform to answer, and how much of it is read. */
const WEBHOOK = { timeoutMs: 3000, maxBytes: 4096 } as const;

const ENVELOPE = {
  version: UCP_VERSION,
  status: "success",
  capabilities: { [ORDER]: [{ version: UCP_VERSION }] },
};

declare module "#server/platform/jobs/tasks.ts" {
  interface Jobs {
    "tell-platforms": Record<string, never>;
  }
}

/**
 * Creates the job that tells platforms about orders: the whole order after each change, signed (order, "Order Event
 * Webhook"). A failure is tried again after a minute, then twice as long each time, for about three days.
 */
export function tellPlatforms(services: {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly config: Pick<Config, "publicUrl" | "agents">;
  readonly documentNumberKey: Buffer;
  readonly security: SecurityLog;
  readonly log: Pick<Logger, "warn">;
  readonly now: Clock;
}): Task<"tell-platforms"> {
  const { db, config, documentNumberKey: secret, security, log, now } = services;
  const { publicUrl, agents } = config;
  const orders = createAgentOrders({ ...services, publicUrl });

  /** Sends the order to its platform. Returns whether the platform has it. */
  async function tell({ sign, outgoing }: Protocol, { id, number, url, mark }: Untold): Promise<boolean> {
    const [order, session] = [await loadOrder(db, { number }), await sessionWith(db, id)];
    if (!order || !session) return true;
    const shown = await orders.snapshot(order, session, session.locale);
    const body = Buffer.from(JSON.stringify({ ucp: ENVELOPE, ...shown }));
    const last = shown.fulfillment.events.at(-1)?.occurred_at ?? order.createdAt.toISOString();
    const headers = sign({
      method: "POST",
      url,
      body,
      headers: {
        // The same for each attempt, so that a platform recognises a repeated event.
        "webhook-id": createHash("sha256").update(`${id}/${mark}`).digest("base64url"),
        "webhook-timestamp": String(Math.floor(Date.parse(last) / 1000)),
      },
    });
    const answer = await outgoing.send({ url: new URL(url), method: "POST", headers, body, ...WEBHOOK });
    if (typeof answer !== "string" && answer.status >= 200 && answer.status < 300) return true;
    const outcome = typeof answer === "string" ? answer : answer.status;
    log.warn({ order: number, platform: new URL(url).host, outcome }, "a platform could not be told about an order");
    return false;
  }

  return async () => {
    if (agents.provider === "off") return;
    const at = now();
    const untold = await untoldOrders(db, { now: at, since: daysBefore(at, LIMITS.days) }, LIMITS.orders);
    if (untold.length === 0) return;
    // Loaded with the first order, because shops without agents do not have its library.
    const { createProtocol } = await import("../protocol/protocol.ts");
    const protocol = createProtocol({ publicUrl, trusted: agents.platforms, secret, security, now });
    try {
      for (const each of untold) {
        if (await tell(protocol, each)) await noteTold(db, each.id, each.mark);
        else await noteUntold(db, each.id, at);
      }
    } finally {
      await protocol.stop();
    }
  };
}

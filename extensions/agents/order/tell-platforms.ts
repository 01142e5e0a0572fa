import { createHash } from "node:crypto";
import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import { daysBefore } from "#server/platform/database/old-rows.ts";
import { addJobs, queueOf, type NewJob } from "#server/platform/jobs/queue.ts";
import { deliveryOf, sendInTurn, type Delivery } from "#server/platform/jobs/receivers.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { platformsWithNews, untoldOrders, type Untold } from "../read-models/checkouts.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { ORDER, UCP_VERSION } from "../protocol/capabilities.ts";
import type { Protocol } from "../protocol/protocol.ts";
import { noteReached, noteRefused, noteTold, noteUnreachable, sessionWith } from "../queries.ts";
import { createAgentOrders } from "./show-order.ts";

/** Orders that one job tells about, and days for which an order is followed. */
const LIMITS = { orders: 50, days: 90 } as const;
/** The time of a platform to answer, and how much of it is read. */
const WEBHOOK = { timeoutMs: 3000, maxBytes: 4096 } as const;

const ENVELOPE = {
  version: UCP_VERSION,
  status: "success",
  capabilities: { [ORDER]: [{ version: UCP_VERSION }] },
};

declare module "#server/platform/jobs/tasks.ts" {
  interface ExtensionJobs {
    "tell-platforms": Record<string, never>;
    /** `platform`: the address of its profile. */
    "tell-platform": { platform: string };
  }
}

/**
 * Creates the job that looks for platforms with news, and queues a job for each of them, so that none waits for
 * another.
 */
export function tellPlatforms({ db, now }: Pick<Needs, "db" | "now">): Task<"tell-platforms"> {
  return async () => {
    await addJobs(db, (await platformsWithNews(db, periodAt(now()))).map(tellingOf));
  };
}

const tellingOf = (platform: string): NewJob => ({
  name: "tell-platform",
  payload: { platform },
  key: `tell-platform:${platform}`,
  queue: queueOf("platform", platform),
});

const periodAt = (now: Date) => ({ now, since: daysBefore(now, LIMITS.days) });

type Needs = {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly config: Pick<Config, "publicUrl" | "agents">;
  readonly documentNumberKey: Buffer;
  readonly security: SecurityLog;
  readonly log: Pick<Logger, "warn">;
  readonly now: Clock;
};

/**
 * Creates the job that tells a platform about orders: the whole order after each change, signed (order, "Order Event
 * Webhook"). A refused event is tried again after a minute, then twice as long each time, for about three days. A
 * platform that accepts nothing is left alone for some time.
 */
export function tellPlatform(services: Needs): Task<"tell-platform"> {
  const { db, config, documentNumberKey: secret, security, log, now } = services;
  const { publicUrl, agents } = config;
  const orders = createAgentOrders({ ...services, publicUrl });

  /** Sends the order to its platform. */
  async function tell({ sign, outgoing }: Protocol, { id, number, url, mark }: Untold): Promise<Delivery> {
    const [order, session] = [await loadOrder(db, { number }), await sessionWith(db, id)];
    if (!order || !session) return "unwanted";
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
    const delivery = deliveryOf(typeof answer === "string" ? null : answer.status);
    const outcome = typeof answer === "string" ? answer : answer.status;
    if (delivery !== "told")
      log.warn({ order: number, platform: new URL(url).host, outcome }, "a platform could not be told about an order");
    return delivery;
  }

  return async ({ platform }) => {
    if (agents.provider === "off") return;
    const at = now();
    const untold = await untoldOrders(db, platform, periodAt(at), LIMITS.orders);
    if (untold.length === 0) return;
    // Loaded with the first order, because shops without agents do not have its library.
    const { createProtocol } = await import("../protocol/protocol.ts");
    const protocol = createProtocol({ publicUrl, trusted: agents.platforms, secret, security, now });
    const told = new Set<string>();
    try {
      const sent = await sendInTurn(
        untold,
        (event) => tell(protocol, event),
        async ({ id, mark }, isAccepted) => {
          told.add(id);
          await (isAccepted ? noteTold(db, id, mark) : noteRefused(db, id, at));
        },
      );
      const waiting = untold.map(({ id }) => id).filter((id) => !told.has(id));
      if (sent.isReached === true) await noteReached(db, platform);
      if (sent.isReached === false) await noteUnreachable(db, { platform, waiting, now: now() });
      const hasMore = sent.hasMore || (sent.isReached !== false && untold.length === LIMITS.orders);
      if (hasMore) await addJobs(db, [tellingOf(platform)]);
    } finally {
      await protocol.stop();
    }
  };
}

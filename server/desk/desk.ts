import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { auditKey, subjectOf } from "#server/operator/audit/key.ts";
import { appendAudit } from "#server/operator/audit/log.ts";
import { headText } from "#server/operator/audit/chain.ts";
import { createDeskHandlers } from "./handlers.ts";
import { registerDeskApi, replyDeskError } from "./http/router.ts";
import { keepIndex } from "./orders/index-orders.ts";
import type { DeskServices } from "./services.ts";

/** The desk of this process. */
export type Desk = {
  /** Answers the desk's calls on the management port. */
  register(app: FastifyInstance): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the desk: its calls, and what orders are found by. */
export function startDesk(services: Omit<DeskServices, "record">): Desk {
  const { db, now, log, security, documentNumberKey: numberKey, config } = services;
  const key = auditKey(numberKey);
  const secure = config.deskUrl?.startsWith("https:") ?? false;
  const record: DeskServices["record"] = async ({ actor, action, named, reason }) => {
    const subject = named === null ? null : subjectOf(numberKey, named);
    const head = await appendAudit(db, key, { at: now(), actor, action, subject, reason });
    security.record("desk.used", { command: action, actor: security.pseudonym(actor), audit: headText(head) });
  };
  const index = keepIndex(db, log);
  return {
    async register(app) {
      await app.register(async (desk) => {
        await desk.register(helmet, {
          strictTransportSecurity: secure,
          crossOriginEmbedderPolicy: false,
          referrerPolicy: { policy: "no-referrer" },
        });
        await desk.register(cookie);
        desk.setErrorHandler(replyDeskError);
        registerDeskApi(desk, createDeskHandlers({ ...services, record }), { db, now, secure, record });
      });
    },
    stop: () => index.stop(),
  };
}

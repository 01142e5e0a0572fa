import formbody from "@fastify/formbody";
import Fastify, { type FastifyReply } from "fastify";
import * as v from "valibot";
import type { Database } from "#server/platform/database/database.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { requirePassword } from "#server/platform/http/secrets.ts";
import type { Html } from "#server/platform/http/html.ts";
import { endPayment, findPayment, type SandboxPayment } from "./books.ts";
import { FAULTS, readFaults, setFaults } from "./faults.ts";
import { closedPage, PAYMENT_PAGE_CSS, paymentPage, returnAddress } from "./page.ts";
import { webhookSender } from "./webhooks.ts";
import { WIDGET_SCRIPT } from "./widget.ts";

export type SandboxPaymentOptions = {
  readonly db: Database;
  readonly host: string;
  readonly port: number;
  /** The key that signs webhooks. */
  readonly secret: string;
  /** The password for the pages that people see; null if there is none. */
  readonly password: string | null;
  readonly security: SecurityLog;
  /** The URL of the shop's webhook. */
  readonly webhookUrl: string;
};

type ById = { Params: { id: string } };
const Pressed = v.object({ outcome: v.picklist(["pay", "decline", "cancel", "pay-and-close"]) });
const OUTCOME = { pay: "paid", "pay-and-close": "paid", decline: "declined", cancel: "cancelled" } as const;

/**
 * Starts the HTTP server of the sandbox payment provider, with an origin of its own: payment page, card form, webhooks
 * and simulated faults.
 */
export async function startSandboxPaymentServer(
  options: SandboxPaymentOptions,
): Promise<{ origin: string; stop(): Promise<void> }> {
  const { db } = options;
  const app = Fastify({ forceCloseConnections: true });
  await app.register(formbody);
  const askPassword = requirePassword("Kasse payment sandbox", options.password, options.security);
  const webhooks = webhookSender(options.webhookUrl, options.secret);
  const noPayment = (reply: FastifyReply) => reply.code(404).send({ message: "There is no such payment" });
  const show = async (reply: FastifyReply, id: string, page: (payment: SandboxPayment) => Html) => {
    const payment = await findPayment(db, id);
    if (!payment) return noPayment(reply);
    return reply
      .type("text/html")
      .header("content-security-policy", "default-src 'none'; style-src 'self'; img-src data:; frame-ancestors 'none'")
      .send(page(payment).text);
  };

  app.get("/sandbox-payment.css", (_request, reply) => reply.type("text/css").send(PAYMENT_PAGE_CSS));
  app.get("/widget.js", (_request, reply) =>
    reply.type("text/javascript").header("access-control-allow-origin", "*").send(WIDGET_SCRIPT),
  );
  app.addHook("onRequest", async (request, reply) => {
    if (/^\/(pay|faults)/.test(request.url)) return askPassword(request, reply);
  });
  app.get<ById>("/pay/:id", ({ params }, reply) => show(reply, params.id, paymentPage));
  app.get<ById>("/pay/:id/closed", ({ params }, reply) => show(reply, params.id, closedPage));
  app.post<ById>("/pay/:id", async ({ params, body }, reply) => {
    const pressed = v.safeParse(Pressed, body);
    if (!pressed.success)
      return reply.code(400).send({ message: "outcome has to be one of pay, decline, cancel, pay-and-close" });
    const before = await findPayment(db, params.id);
    if (!before) return noPayment(reply);
    const { outcome } = pressed.output;
    await endPayment(db, params.id, OUTCOME[outcome]);
    const { webhook } = await readFaults(db);
    if (before.outcome === "pending") await webhooks.report(params.id, webhook, outcome === "pay-and-close");
    return reply.redirect(outcome === "pay-and-close" ? `/pay/${params.id}/closed` : returnAddress(before), 303);
  });
  app.get("/faults", async () => ({ faults: await readFaults(db), possible: FAULTS }));
  app.post("/faults", async ({ body }, reply) => {
    const unknown = await setFaults(db, (body ?? {}) as Record<string, unknown>);
    return unknown.length > 0 ? reply.code(400).send({ message: unknown.join("; ") }) : readFaults(db);
  });

  const address = await app.listen({ host: options.host, port: options.port });
  const origin = address.replace("127.0.0.1", "localhost").replace("0.0.0.0", "localhost");
  return {
    origin,
    async stop() {
      webhooks.stop();
      await app.close();
    },
  };
}

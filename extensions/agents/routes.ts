import type { FastifyInstance } from "fastify";
import type { CallCounter } from "#server/api/call-counter.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Config, LimitName } from "#server/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { refused } from "./answer.ts";
import { agentKey } from "./checkout/link.ts";
import { createAgentCheckouts } from "./checkout/operations.ts";
import { registerMcp } from "./mcp/mcp.ts";
import { createOperations } from "./operations.ts";
import { createAgentOrders } from "./order/show-order.ts";
import { registerRest } from "./rest.ts";
import type { Serving } from "./serve.ts";
import { registerTelecom } from "./telecom.ts";
import { answerUnknownOperations } from "./transport-errors.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readyText, sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import { businessProfile, paymentHandlers, PROFILE_PATH } from "./protocol/business-profile.ts";
import { telecomExtension } from "./protocol/capabilities.ts";
import { embeddedServices, framingOrigins } from "./embedded/binding.ts";
import { createProtocol } from "./protocol/protocol.ts";
import type { SigningKeys } from "./protocol/signing-keys.ts";

/** How long platforms may keep the profile, in seconds; at least 60 (UCP overview, Hosting). */
const PROFILE_SECONDS = 3600;

/** Registers everything for agents. Nothing if the shop is not open to them. */
export function registerAgents(
  app: FastifyInstance,
  services: {
    readonly config: Pick<Config, "publicUrl" | "agents">;
    readonly db: Database;
    readonly catalogues: CatalogueStore;
    readonly checkouts: Checkouts;
    readonly brand: Brand;
    readonly limits: Limits<LimitName>;
    readonly esims: object | null;
    readonly documentNumberKey: Buffer;
    readonly payments: Pick<PaymentProvider, "name">;
    readonly security: SecurityLog;
    readonly now: Clock;
  },
  counter: CallCounter<LimitName>,
): void {
  const { config, documentNumberKey, security, payments, now } = services;
  const { publicUrl, agents } = config;
  if (agents.provider === "off") return;
  const protocol = createProtocol({ publicUrl, trusted: agents.platforms, secret: documentNumberKey, security, now });
  app.addHook("onClose", () => protocol.stop());
  const checkouts = createAgentCheckouts({ ...services, publicUrl, key: agentKey(documentNumberKey) });
  const orders = createAgentOrders({ ...services, publicUrl });
  const sellsEsims = services.esims !== null;
  const operations = createOperations({ ...services, checkouts, orders, sellsEsims, publicUrl });
  const serving: Serving = {
    platforms: protocol.platforms,
    sign: protocol.sign,
    publicUrl,
    telecom: telecomExtension(publicUrl),
    handlers: paymentHandlers(publicUrl, payments.name),
    services: embeddedServices(config, services.brand),
    count(by) {
      const { ip, platform } = { ip: null, platform: null, ...by };
      const tooMany = counter.count({
        ...(ip !== null && { agentCallsPerAddress: ip }),
        ...(platform !== null && { agentCallsPerPlatform: platform }),
      });
      return tooMany && refused(429, "too_many_requests", "Too many requests", tooMany.failure.retryAfter);
    },
  };
  registerRest(app, operations, serving);
  registerMcp(app, operations, serving, services.brand);
  registerTelecom(app, publicUrl);
  answerUnknownOperations(app, operations);

  const isEmbedded = framingOrigins(config).length > 0;
  let ready: { readonly keys: SigningKeys; readonly answer: ReadyAnswer } | null = null;
  app.get(PROFILE_PATH, (request, reply) => {
    const keys = protocol.keys(now());
    if (ready?.keys !== keys) {
      const profile = businessProfile({ publicUrl, provider: payments.name, isEmbedded, keys: keys.published });
      const headers = { "cache-control": `public, max-age=${PROFILE_SECONDS}` };
      ready = {
        keys,
        answer: readyText(JSON.stringify(profile), { type: "application/json; charset=utf-8", headers }),
      };
    }
    return sendReady(request, reply, ready.answer);
  });
}

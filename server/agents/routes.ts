import type { FastifyInstance } from "fastify";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import { readyText, sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import { businessProfile, PROFILE_PATH } from "./protocol/business-profile.ts";
import { createProtocol } from "./protocol/protocol.ts";
import type { SigningKeys } from "./protocol/signing-keys.ts";

/** How long platforms may keep the profile, in seconds; at least 60 (UCP overview, Hosting). */
const PROFILE_SECONDS = 3600;

/** Registers everything for agents. Nothing if the shop is not open to them. */
export function registerAgents(
  app: FastifyInstance,
  services: {
    readonly config: Pick<Config, "publicUrl" | "agents">;
    readonly documentNumberKey: Buffer;
    readonly payments: Pick<PaymentProvider, "name">;
    readonly security: SecurityLog;
    readonly now: Clock;
  },
): void {
  const { config, documentNumberKey, security, payments, now } = services;
  const { publicUrl, agents } = config;
  if (agents.provider === "off") return;
  const protocol = createProtocol({ publicUrl, trusted: agents.platforms, secret: documentNumberKey, security, now });
  app.addHook("onClose", () => protocol.stop());

  let ready: { readonly keys: SigningKeys; readonly answer: ReadyAnswer } | null = null;
  app.get(PROFILE_PATH, (request, reply) => {
    const keys = protocol.keys(now());
    if (ready?.keys !== keys) {
      const profile = businessProfile({ publicUrl, provider: payments.name, keys: keys.published });
      const headers = { "cache-control": `public, max-age=${PROFILE_SECONDS}` };
      ready = {
        keys,
        answer: readyText(JSON.stringify(profile), { type: "application/json; charset=utf-8", headers }),
      };
    }
    return sendReady(request, reply, ready.answer);
  });
}

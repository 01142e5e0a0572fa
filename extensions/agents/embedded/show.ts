import { createHash, type KeyObject } from "node:crypto";
import type { Handler } from "#server/api/call.ts";
import type { Limits } from "#server/api/limits.ts";
import { fail, ok } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { sessionOfLink } from "../checkout/link.ts";
import { createAgentCheckouts, type AgentLimit } from "../checkout/operations.ts";
import { readPrepared } from "../checkout/prepared.ts";
import { paymentHandlers } from "../protocol/business-profile.ts";
import { CHECKOUT, telecomExtension, UCP_VERSION } from "../protocol/capabilities.ts";
import { sessionOfCheckout, sessionWith, type SessionRow } from "../queries.ts";
import { embeddedServices } from "./binding.ts";

const DEAD = fail("preparedLinkDead");
const UNKNOWN_CAPABILITIES = { [CHECKOUT]: [{ version: UCP_VERSION }] };

/**
 * POST /embedded-checkout: what the frame tells its host about the checkout, which is what the platform reads with
 * `get_checkout`: the proposal and how far it is, and nothing that the person does in the shop. Only a browser that
 * could take it over or has taken it over gets it.
 */
export function showEmbedded(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<Config, "publicUrl" | "agents">;
  readonly catalogues: CatalogueStore;
  readonly checkouts: Pick<Checkouts, "load">;
  readonly brand: Brand;
  readonly limits: Limits<AgentLimit>;
  readonly agentKey: KeyObject;
  readonly payments: Pick<PaymentProvider, "name">;
}): Handler<"embeddedCheckout"> {
  const { db, now, config, brand, agentKey, payments } = services;
  const { publicUrl } = config;
  const bindings = embeddedServices(config, brand);
  const checkouts = createAgentCheckouts({ ...services, publicUrl, key: agentKey });

  /** Returns the session that this browser has taken over; null if it has taken over none. */
  async function takenBy(checkoutId: string | null, by: Buffer): Promise<SessionRow | null> {
    const session = checkoutId === null ? null : await sessionOfCheckout(db, checkoutId);
    return session?.openedBy?.equals(by) ? session : null;
  }

  /** Returns the session of a link; null if the link is dead for this browser. */
  async function linkedBy(secret: string, by: Buffer): Promise<SessionRow | null> {
    const id = sessionOfLink(agentKey, secret, now());
    const session = id === null ? null : await sessionWith(db, id);
    if (session === null || session.openedBy?.equals(by)) return session;
    const isOver = session.openedBy !== null || session.canceledAt !== null || session.expiresAt <= now();
    return isOver ? null : session;
  }

  return async ({ body, checkoutId, ip }) => {
    if (bindings === null) return DEAD;
    const by = createHash("sha256").update(body.browser).digest();
    // The address names the newer one: a browser can open another link after it has taken one over.
    const session = body.secret === "" ? await takenBy(checkoutId, by) : await linkedBy(body.secret, by);
    if (session === null) return DEAD;
    const capabilities = readPrepared(session.prepared).capabilities ?? UNKNOWN_CAPABILITIES;
    const caller = {
      profileUrl: session.platform,
      host: new URL(session.platform).host,
      webhookUrl: null,
      hasTelecom: Object.hasOwn(capabilities, telecomExtension(publicUrl)),
      capabilities,
      locale: session.locale,
      ip,
    };
    const answer = await checkouts.get({ caller, id: session.id });
    if (answer.kind !== "success") return DEAD;
    const ucp = {
      version: UCP_VERSION,
      status: answer.kind,
      capabilities,
      services: bindings,
      payment_handlers: paymentHandlers(publicUrl, payments.name),
    };
    return ok({ checkout: { ucp, ...answer.body } });
  };
}

import type { Config } from "#server/config/config.ts";
import type { Embedding, Figures } from "#server/extension/extension.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { dayBefore, each } from "#server/platform/metrics.ts";
import type { Services } from "#server/services.ts";
import { agentKey } from "./checkout/link.ts";
import { takeOver } from "./checkout/take-over.ts";
import { DELEGATIONS, framingOrigins } from "./embedded/binding.ts";
import { showEmbedded } from "./embedded/show.ts";
import { tellPlatform, tellPlatforms } from "./order/tell-platforms.ts";
import { UCP_VERSION } from "./protocol/capabilities.ts";
import { AGENT_STATES, countAgentCheckouts, countUntold, failingPlatforms } from "./read-models/checkouts.ts";

export { registerAgents as routes } from "./routes.ts";

export const countsItself = ["/ucp/"] as const;

export const tasks = (services: Services) => ({
  "tell-platforms": tellPlatforms(services),
  "tell-platform": tellPlatform(services),
});

export function handlers(services: Services) {
  const withKey = { ...services, agentKey: agentKey(services.documentNumberKey) };
  return { preparedCheckout: takeOver(withKey), embeddedCheckout: showEmbedded(withKey) };
}

export function embedding(config: Config): Embedding | null {
  const origins = framingOrigins(config);
  return origins.length === 0 ? null : { version: UCP_VERSION, origins, delegations: DELEGATIONS };
}

/** Platforms are strangers where any may buy, so only those that have failed longest are shown. */
const MOST_RECEIVERS = 20;

export const failingReceivers = async (db: ReadHandle) => (await failingPlatforms(db)).slice(0, MOST_RECEIVERS);

export const figures: readonly Figures[] = [
  {
    name: "agents",
    fills: ["kasse_agent_checkouts_recent", "kasse_agent_orders_untold"],
    async read(db, now) {
      const [counts, untold] = [await countAgentCheckouts(db, dayBefore(now)), await countUntold(db)];
      return {
        kasse_agent_checkouts_recent: each("state", AGENT_STATES, (state) => counts.get(state) ?? 0),
        kasse_agent_orders_untold: each("state", ["waiting", "given_up"], (state) => untold[state]),
      };
    },
  },
];

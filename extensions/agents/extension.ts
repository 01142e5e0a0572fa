import { defineExtension } from "#server/extension/extension.ts";
import { ofDatabase } from "#server/platform/metrics.ts";
import { AGENTS, LIMITS } from "./settings.ts";

/** Programs that buy for people, by the Universal Commerce Protocol: REST, MCP and the checkout in a frame. */
export const agents = defineExtension({
  name: "agents",
  about: "assistants that find and prepare purchases, by the Universal Commerce Protocol",
  chapter: { title: "Agents", settings: AGENTS },
  isOn: ({ agents: { provider } }) => provider === "ucp",
  contradictions: [
    ({ agents: chosen, payment: { provider } }, { paysInPage }) =>
      chosen.provider === "ucp" && chosen.embedOrigins.length > 0 && paysInPage()
        ? [
            `AGENTS_EMBED_ORIGINS is set, but PAYMENT_PROVIDER=${provider} has its form in the shop's page; in a frame, people can only pay on a provider's own page.`,
          ]
        : [],
  ],
  library: { folder: "agents", name: "structured-headers", setting: "AGENTS=ucp" },
  limits: LIMITS,
  metrics: {
    kasse_agent_checkouts_recent: ofDatabase("Checkouts that platforms prepared in the last 24 hours", {
      state: "`prepared`, `taken` over by a person, `ordered`, `canceled`",
    }),
    kasse_agent_orders_untold: ofDatabase("Orders of which a platform could not be told three times or more", {
      state: "`waiting` for another attempt, `given_up` after three days",
    }),
  },
  jobs: {
    "tell-platforms": { timetable: "* * * * * ?max=3" },
    "tell-platform": {},
  },
  onOrderNews: "tell-platforms",
  calls: { preparedCheckout: "preparedLinkDead", embeddedCheckout: "preparedLinkDead" },
  load: () => import("./running.ts"),
  loadUpkeep: () => import("./upkeep.ts"),
});

declare module "#server/platform/metrics.ts" {
  interface ExtensionMetrics {
    kasse_agent_checkouts_recent: true;
    kasse_agent_orders_untold: true;
  }
}

import { embedOrigins, trustedPlatforms } from "./schemas.ts";
import { limit } from "#server/config/limit.ts";
import { choice, setting, type ConfigOf } from "#server/config/setting.ts";

/** Programs that buy for people, by the Universal Commerce Protocol. */
export const AGENTS = {
  agents: choice(
    "AGENTS",
    {
      off: {},
      ucp: {
        platforms: setting("AGENTS_PLATFORMS", trustedPlatforms, {
          about:
            "the platforms that may buy: the `https://…` addresses of their profiles, separated by spaces, or `any`. An `http://` address is only permitted within this machine",
        }),
        embedOrigins: setting("AGENTS_EMBED_ORIGINS", embedOrigins, {
          default: "",
          about:
            "the origins that may show the checkout in a frame, such as `https://assistant.example`, separated by spaces. `http://` is only permitted within this machine. Needs a payment provider with a page of its own",
        }),
      },
    },
    {
      about:
        "`ucp`: programs that buy for people can find, order and follow products, by the Universal Commerce Protocol",
      namedInProduction: false,
    },
  ),
} as const;

/** How often platforms may call and prepare checkouts. */
export const LIMITS = {
  agentCallsPerAddress: limit(3000, "calls of platforms", "minute", "address"),
  agentCallsPerPlatform: limit(3000, "calls", "minute", "platform"),
  agentCheckoutsPerPlatform: limit(600, "new checkouts", "hour", "platform"),
  agentCheckoutsPerPerson: limit(30, "checkouts that platforms prepare", "hour", "person"),
} as const;

type LimitsOfAgents = { readonly [Name in keyof typeof LIMITS]: true };

declare module "#server/config/settings.ts" {
  interface ExtensionConfig extends ConfigOf<typeof AGENTS> {}
}

declare module "#server/config/limits.ts" {
  interface ExtensionLimits extends LimitsOfAgents {}
}

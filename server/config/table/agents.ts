import { embedOrigins, trustedPlatforms } from "../agent-schemas.ts";
import { choice, setting } from "../setting.ts";

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

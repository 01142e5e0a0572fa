import * as v from "valibot";
import type { FailureRow } from "#contract/failures.ts";
import { CheckoutAnswer, StoredRecord } from "#contract/schemas/checkout.ts";
import { mayBeAbsent, Text } from "#contract/schemas/fields.ts";
import { STEPS } from "#core/steps/steps.ts";
import { PATHS } from "./paths.ts";
import de from "./locales/de/server.json" with { type: "json" };
import en from "./locales/en/server.json" with { type: "json" };
import fr from "./locales/fr/server.json" with { type: "json" };
import it from "./locales/it/server.json" with { type: "json" };
import sr from "./locales/sr/server.json" with { type: "json" };

/** The secret of a link to a prepared checkout. */
const PreparedRequest = v.object({
  secret: Text,
  browser: v.pipe(Text, v.minLength(16)),
  take: mayBeAbsent(v.boolean(), false),
  version: v.pipe(v.optional(v.nullable(Text)), v.description("what was shown; anything else is shown first")),
  ticket: v.pipe(v.optional(v.nullable(Text)), v.description("the place in the queue for the product")),
});

/** What a platform has prepared: a proposal, which every step of the checkout checks. */
const PreparedAnswer = v.object({
  platform: v.pipe(v.string(), v.description("the host of the platform's profile")),
  version: v.string(),
  record: StoredRecord,
  form: v.pipe(v.record(v.string(), v.union([v.string(), v.boolean()])), v.description("fields of the customer form")),
  ...v.omit(CheckoutAnswer, ["id", "previous", "action", "spec"]).entries,
  taken: v.nullable(v.object({ checkoutId: v.string(), page: v.picklist(STEPS) })),
});

/** Which prepared checkout a frame shows: by the link's secret, else the one that this browser has taken over. */
const EmbeddedRequest = v.object({
  secret: v.pipe(Text, v.description("of the platform's link; empty once it has been taken over")),
  browser: v.pipe(Text, v.minLength(16)),
});

const EmbeddedAnswer = v.object({
  checkout: v.pipe(v.record(v.string(), v.unknown()), v.description("UCP's `checkout.json`, as the platform reads it")),
});

// `contract/shop/calls.ts` checks that these are calls; here that would be circular, because they name failures.
/** The calls by which a person takes over what a platform has prepared. */
const CALLS = {
  preparedCheckout: {
    about: "Show and take over what a platform has prepared",
    description:
      "By the secret of the platform's link. Returns who prepared what; with `take`, begins this browser's own checkout with it, once. `browser` is a random text by which this browser can repeat its request.",
    fails: ["preparedLinkDead", "queued", "noStock"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: PreparedRequest,
    answer: PreparedAnswer,
  },
  embeddedCheckout: {
    about: "What a frame tells its host about a prepared checkout",
    description:
      "The checkout as its platform reads it by UCP, for the messages of the embedded protocol. With the `browser` of POST /prepared-",
    fails: ["preparedLinkDead"],
    who: "anybody",
    checkout: "optional",
    query: null,
    body: EmbeddedRequest,
    answer: EmbeddedAnswer,
  },
} as const;

const FAILURES = {
  preparedLinkDead: {
    status: 404,
    body: "message",
    text: "agents.linkDead",
    about: "The link to a prepared checkout is unknown, was used or has expired, or its product is no longer sold",
  },
} as const satisfies Record<string, FailureRow>;

/** What the calls mean, for staff who help a shopper. */
const MEANINGS = { preparedCheckout: "prepared checkout looked at or taken over", embeddedCheckout: null } as const;

/** The part of the shop's contract for agents. The calls belong to this part of the OpenAPI document. */
export const agents = {
  area: "Order",
  paths: PATHS,
  calls: CALLS,
  failures: FAILURES,
  meanings: MEANINGS,
  texts: { de, en, fr, it, sr },
};

import { ownCapabilities, TELECOM_VERSION, UCP_VERSION } from "./capabilities.ts";
import { ownNamespace } from "./namespace.ts";
import type { PublicKey } from "./signing-keys.ts";

/** Where the profile is (UCP overview, Profile Structure). */
export const PROFILE_PATH = "/.well-known/ucp";

/** The path under which the REST binding's paths are. */
export const REST_PATH = "/ucp";

/** The path of the MCP binding. */
export const MCP_PATH = "/ucp/mcp";

/** A way to reach the shop (UCP overview, Services). `endpoint`: the path under the public URL; null if it has none. */
type Service = {
  readonly transport: "rest" | "mcp" | "embedded";
  readonly schema: string;
  readonly endpoint: string | null;
};

const SERVICES: readonly Service[] = [
  { transport: "rest", schema: "rest.openapi.json", endpoint: REST_PATH },
  { transport: "mcp", schema: "mcp.openrpc.json", endpoint: MCP_PATH },
];
/** Frames open `continue_url`, so they have no endpoint. */
const EMBEDDED: Service = { transport: "embedded", schema: "embedded.openrpc.json", endpoint: null };

/** A payment handler as profiles and answers list it. */
export type PaymentHandler = {
  readonly id: string;
  readonly version: string;
  readonly spec: string;
  readonly available_instruments: readonly { readonly type: string }[];
};

/**
 * Returns `payment_handlers` of the profile or of an answer. There is one: the buyer pays at the shop's payment
 * provider, on a page that `continue_url` opens, so no card data is sent to Kasse. `provider`: its name; null if
 * nothing can be paid, which gives an empty registry.
 */
export function paymentHandlers(
  publicUrl: string,
  provider: string | null,
): Readonly<Record<string, readonly PaymentHandler[]>> {
  if (provider === null) return {};
  const handler: PaymentHandler = {
    id: provider,
    version: TELECOM_VERSION,
    spec: `${publicUrl}/ucp/telecom`,
    available_instruments: [{ type: "redirect" }],
  };
  return { [`${ownNamespace(publicUrl)}.redirect_payment`]: [handler] };
}

/**
 * Returns the business profile. `provider`: the name of the payment provider; `isEmbedded`: whether hosts may show the
 * checkout in a frame; `keys`: the published keys.
 */
export function businessProfile(shop: {
  readonly publicUrl: string;
  readonly provider: string | null;
  readonly isEmbedded: boolean;
  readonly keys: readonly PublicKey[];
}): object {
  const { publicUrl, provider, isEmbedded, keys } = shop;
  const services = [...SERVICES, ...(isEmbedded ? [EMBEDDED] : [])].map(({ transport, schema, endpoint }) => ({
    version: UCP_VERSION,
    spec: `https://ucp.dev/${UCP_VERSION}/specification/overview`,
    transport,
    ...(endpoint !== null && { endpoint: publicUrl + endpoint }),
    schema: `https://ucp.dev/${UCP_VERSION}/services/shopping/${schema}`,
  }));
  return {
    ucp: {
      version: UCP_VERSION,
      services: { "dev.ucp.shopping": services },
      capabilities: Object.fromEntries(
        [...ownCapabilities(publicUrl)].map(([name, versions]) => [name, versions.map(withParents)]),
      ),
      payment_handlers: paymentHandlers(publicUrl, provider),
    },
    signing_keys: keys,
  };
}

/** Writes `extends` as the protocol does: absent without a parent, a text for one, a list for several. */
function withParents<Entry extends { readonly extends: readonly string[] }>({ extends: parents, ...entry }: Entry) {
  if (parents.length === 0) return entry;
  return { ...entry, extends: parents.length === 1 ? parents[0] : parents };
}

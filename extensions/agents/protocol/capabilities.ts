import type { ActiveCapabilities, Declared, Registry } from "./negotiate.ts";
import { ownNamespace } from "./namespace.ts";

/** The version of the protocol and of its own capabilities. */
export const UCP_VERSION = "2026-04-08";

/** The version of the shop's own extension and payment handler, which have their own releases. */
export const TELECOM_VERSION = "2026-11-27";

/** A capability as the business profile lists it (UCP overview, Capabilities). */
export type Capability = Declared & { readonly spec: string; readonly schema: string };

export const CHECKOUT = "dev.ucp.shopping.checkout";
export const SEARCH = "dev.ucp.shopping.catalog.search";
export const LOOKUP = "dev.ucp.shopping.catalog.lookup";

/** The capabilities of the protocol that this shop has, with their pages and schemas at ucp.dev. */
const STANDARD = {
  [CHECKOUT]: { spec: "checkout", schema: "checkout" },
  [SEARCH]: { spec: "catalog/search", schema: "catalog_search" },
  [LOOKUP]: { spec: "catalog/lookup", schema: "catalog_lookup" },
  "dev.ucp.shopping.order": { spec: "order", schema: "order" },
  "dev.ucp.shopping.buyer_consent": { spec: "buyer-consent", schema: "buyer_consent", extends: [CHECKOUT] },
} as const satisfies Record<string, { spec: string; schema: string; extends?: readonly string[] }>;

/** A root capability: what an operation is about. Extensions add to the answers of their roots. */
export type RootCapability = Exclude<keyof typeof STANDARD, "dev.ucp.shopping.buyer_consent">;

/** The capability whose profile entry says where a platform wants to be told about orders. */
export const ORDER = "dev.ucp.shopping.order" satisfies RootCapability;

/** Returns the name of the shop's own extension: what only telecom products have. */
export const telecomExtension = (publicUrl: string) => `${ownNamespace(publicUrl)}.shopping.telecom`;

/** Returns everything that this shop can do, by name. Business profile and negotiation are derived from it. */
export function ownCapabilities(publicUrl: string): Registry<Capability> {
  const standard = Object.entries(STANDARD).map(([name, { spec, schema, ...rest }]) => {
    const entry: Capability = {
      version: UCP_VERSION,
      spec: `https://ucp.dev/${UCP_VERSION}/specification/${spec}`,
      schema: `https://ucp.dev/${UCP_VERSION}/schemas/shopping/${schema}.json`,
      extends: "extends" in rest ? rest.extends : [],
    };
    return [name, [entry]] as const;
  });
  const telecom: Capability = {
    version: TELECOM_VERSION,
    spec: `${publicUrl}/ucp/telecom`,
    schema: `${publicUrl}/ucp/telecom.json`,
    extends: [CHECKOUT, SEARCH, LOOKUP],
  };
  return new Map([...standard, [telecomExtension(publicUrl), [telecom]]]);
}

/** `ucp.capabilities` of an answer: the version of each capability that is active for it. */
export type ResponseCapabilities = Readonly<Record<string, readonly { readonly version: string }[]>>;

/**
 * Returns `ucp.capabilities` of an answer about `root`: the root and the extensions that extend it, as negotiated (UCP
 * overview, Response Capability Selection). Empty if the platform does not have the root.
 */
export function relevantTo(active: ActiveCapabilities, root: RootCapability): ResponseCapabilities {
  if (!active.has(root)) return {};
  const relevant = [...active].filter(([name, capability]) => name === root || capability.extends.includes(root));
  return Object.fromEntries(relevant.map(([name, { version }]) => [name, [{ version }]]));
}

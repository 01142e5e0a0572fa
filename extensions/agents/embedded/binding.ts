import type { Config } from "#server/config/config.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { UCP_VERSION } from "../protocol/capabilities.ts";

/**
 * What a host may do instead of the frame. Payment and delivery are not delegated: people pay at the shop's provider,
 * and the shop checks their address against its own register (ADR 65).
 */
export const DELEGATIONS = ["window.open"] as const;

/** Returns the origins that may show the checkout in a frame; empty if there are none. */
export const framingOrigins = ({ agents }: Pick<Config, "agents">): readonly string[] =>
  agents.provider === "ucp" ? agents.embedOrigins : [];

/**
 * Returns `ucp.services` of a checkout that can be shown in a frame (embedded checkout, "Per-Checkout Configuration");
 * null if no origin may do so.
 */
export function embeddedServices(config: Pick<Config, "agents">, { dark }: Pick<Brand, "dark">) {
  if (framingOrigins(config).length === 0) return null;
  const schemes = { auto: ["light", "dark"], on: ["dark"], off: ["light"] } as const;
  const settings = { delegate: DELEGATIONS, color_scheme: schemes[dark] };
  return { "dev.ucp.shopping": [{ version: UCP_VERSION, transport: "embedded", config: settings }] };
}

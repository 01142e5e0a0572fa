import { isIP } from "node:net";
import { isProfileAddress, type TrustedPlatforms } from "../schemas.ts";
import { isPublicAddress } from "./public-address.ts";

/**
 * How the shop may reach an address that a platform names. `listed`: the operator has listed an address of the same
 * origin, which may be an internal one. `public`: https at port 443, of a host whose addresses are checked when they
 * are known. `null`: not at all.
 */
export type Reach = "listed" | "public" | null;

/** Decides how an address may be reached, which is all that is known before its host is resolved. */
export function reachOf(url: URL, trusted: TrustedPlatforms): Reach {
  if (!isProfileAddress(url.href)) return null;
  if (trusted !== "any" && trusted.some((listed) => new URL(listed).origin === url.origin)) return "listed";
  // A connection to an address does not resolve anything, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPublic = url.protocol === "https:" && url.port === "" && (isIP(host) === 0 || isPublicAddress(host));
  return isPublic ? "public" : null;
}

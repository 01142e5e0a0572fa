import { isIP } from "node:net";
import { parseDictionary } from "structured-headers";
import { isProfileAddress, type TrustedPlatforms } from "#server/config/agent-schemas.ts";
import { refuse, type ProtocolResult } from "./failures.ts";
import { isPublicAddress } from "./public-address.ts";

/** The longest address of a profile, in characters. */
const MAX_LENGTH = 2000;

/** The address of a profile that may be fetched. `isListed`: the operator has named exactly this address. */
export type ProfileAddress = { readonly url: URL; readonly isListed: boolean };

/**
 * Reads the profile's address from `UCP-Agent` (an RFC 8941 dictionary; UCP signatures, Determining Signer's Profile
 * URL) and decides whether the platform may buy.
 */
export function readProfileAddress(header: string | null, trusted: TrustedPlatforms): ProtocolResult<ProfileAddress> {
  const text = header === null ? null : profileIn(header);
  if (text === null) return refuse("invalid_profile_url");
  if (text.length > MAX_LENGTH || !isProfileAddress(text))
    return refuse("invalid_profile_url", { text: "The profile's address has to be an https URL without a fragment." });
  const url = new URL(text);
  if (trusted !== "any")
    return trusted.includes(url.href) ? { ok: true, value: { url, isListed: true } } : refuse("profile_not_trusted");
  if (url.protocol !== "https:")
    return refuse("invalid_profile_url", { text: "The profile's address has to begin with https." });
  if (url.port !== "") return refuse("profile_not_trusted", { text: "A profile has to be served at port 443." });
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host))
    return refuse("invalid_profile_url", { text: "The profile's host is not public." });
  return { ok: true, value: { url, isListed: false } };
}

function profileIn(header: string): string | null {
  try {
    const value = parseDictionary(header).get("profile")?.[0];
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

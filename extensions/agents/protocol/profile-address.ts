import { parseDictionary } from "#libraries/agents/index.ts";
import { isProfileAddress, type TrustedPlatforms } from "../schemas.ts";
import { refuse, type ProtocolResult } from "./failures.ts";
import { reachOf } from "./reach.ts";

/** The longest address of a profile, in characters. */
const MAX_LENGTH = 2000;

/**
 * Reads the profile's address from `UCP-Agent`, an RFC 8941 dictionary (UCP signatures, Determining Signer's Profile
 * URL), and decides whether the platform may buy. If platforms are listed, only exactly these addresses may; otherwise
 * every public one. `inBody`: the address that a tool's arguments name; absent if there are none. With it, the header
 * is not needed, but both have to name the same.
 */
export function readProfileAddress(
  header: string | null,
  trusted: TrustedPlatforms,
  inBody?: { readonly profile: string | null },
): ProtocolResult<URL> {
  const inHeader = header === null ? null : profileIn(header);
  if (inBody && header !== null && inHeader !== inBody.profile)
    return refuse("invalid_profile_url", { text: 'UCP-Agent and meta["ucp-agent"] have to name the same profile.' });
  const text = inBody ? inBody.profile : inHeader;
  if (text === null)
    return refuse("invalid_profile_url", inBody && { text: 'meta["ucp-agent"].profile has to name a profile.' });
  if (text.length > MAX_LENGTH || !isProfileAddress(text))
    return refuse("invalid_profile_url", { text: "The profile's address has to be an https URL without a fragment." });
  const url = new URL(text);
  if (trusted !== "any") return trusted.includes(url.href) ? { ok: true, value: url } : refuse("profile_not_trusted");
  if (url.protocol !== "https:")
    return refuse("invalid_profile_url", { text: "The profile's address has to begin with https." });
  return reachOf(url, trusted) === null
    ? refuse("profile_not_trusted", { text: "A profile has to be served at port 443 of a public host." })
    : { ok: true, value: url };
}

function profileIn(header: string): string | null {
  try {
    const value = parseDictionary(header).get("profile")?.[0];
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}

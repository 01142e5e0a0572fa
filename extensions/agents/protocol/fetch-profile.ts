import { refuse, type ProtocolResult } from "./failures.ts";
import type { Outgoing } from "./outgoing.ts";
import { readPlatformProfile, type PlatformProfile } from "./platform-profile.ts";

/** A profile is at most this large, in bytes. */
const MAX_BYTES = 64 * 1024;

/** The least and the most time for which a profile is not fetched again, in milliseconds (UCP overview, Fetching). */
export const PROFILE_TTL = { least: 60_000, most: 3_600_000 } as const;

/** A profile and for how long it may be used, in milliseconds. */
export type FetchedProfile = { readonly profile: PlatformProfile; readonly ttlMs: number };

/** Fetches a platform's profile once (UCP overview, Fetching). */
export async function fetchProfile(
  url: URL,
  { outgoing, timeoutMs }: { readonly outgoing: Outgoing; readonly timeoutMs: number },
): Promise<ProtocolResult<FetchedProfile>> {
  const headers = { accept: "application/json" };
  const answer = await outgoing.send({ url, method: "GET", headers, timeoutMs, maxBytes: MAX_BYTES });
  if (answer === "unresolvable")
    return refuse("invalid_profile_url", { text: "The host of the profile's address has no public address." });
  if (answer === "unreachable")
    return refuse("profile_unreachable", { text: "The platform's profile was not answered in time." });
  const { status, text } = answer;
  if (status >= 300 && status < 400)
    return refuse("profile_unreachable", { text: "The platform's profile is a redirect, which is not followed." });
  if (status < 200 || status > 299)
    return refuse("profile_unreachable", { text: `The platform's profile was answered with status ${status}.` });
  if (text === null)
    return refuse("profile_malformed", { text: "The platform's profile is compressed or larger than 64 kB." });
  const read = readPlatformProfile(text);
  if (!read.ok) return read;
  return { ok: true, value: { profile: read.value, ttlMs: ttlOf(answer.headers["cache-control"]) } };
}

/** Returns how long a profile may be used, from its `Cache-Control` and within the limits, in milliseconds. */
export function ttlOf(header: string | readonly string[] | undefined): number {
  const [, seconds = "0"] = /(?:^|[\s,])max-age=(\d{1,9})(?!\d)/i.exec([header ?? ""].flat().join(",")) ?? [];
  return Math.min(Math.max(Number(seconds) * 1000, PROFILE_TTL.least), PROFILE_TTL.most);
}

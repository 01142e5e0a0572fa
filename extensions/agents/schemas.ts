import * as v from "valibot";
import { eachEntry } from "#server/config/list-schemas.ts";
import { isLoopback } from "#server/config/loopback.ts";

/** The platforms that may buy: any, or those whose profiles have these addresses. */
export type TrustedPlatforms = "any" | readonly string[];

/**
 * Addresses of platform profiles, separated by spaces, or `any`. Clear text is only permitted within this machine. The
 * addresses are normalised, so that they can be compared.
 */
export const trustedPlatforms = v.pipe(
  v.string(),
  v.transform((value): readonly string[] => (value.trim() === "any" ? [] : value.trim().split(/\s+/))),
  eachEntry(
    isProfileAddress,
    "must be `any`, or addresses of profiles such as https://platform.example/ucp, separated by spaces",
  ),
  v.transform((words): TrustedPlatforms => (words.length === 0 ? "any" : words.map((word) => new URL(word).href))),
);

/** Returns whether a text is the address of a profile: https, or http within this machine. */
export function isProfileAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#")) return false;
  // A URL also accepts a host such as `one.example,https`.
  if (!/^[a-z0-9.:[\]_-]+$/.test(url.hostname)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/**
 * Origins of the pages that may show the checkout in a frame, separated by spaces. They become sources of
 * `frame-ancestors`, so each has to be one exact origin that a policy can name: https, or http within this machine.
 */
export const embedOrigins = v.pipe(
  v.string(),
  v.transform((value): readonly string[] => value.split(/\s+/).filter((word) => word !== "")),
  eachEntry(isFramingOrigin, "must be origins such as https://assistant.example, without a path, separated by spaces"),
  v.transform((words): readonly string[] => [...new Set(words.map((word) => new URL(word).origin))]),
);

function isFramingOrigin(text: string): boolean {
  const url = URL.parse(text);
  // An address of IPv6 cannot be in a policy (CSP 3, "host-part").
  if (url === null || !/^[a-z0-9.-]+$/.test(url.hostname) || /[/?#@]/.test(text.replace(/^\w+:\/\//, ""))) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

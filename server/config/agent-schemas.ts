import * as v from "valibot";
import { isLoopback } from "./loopback.ts";

/** The platforms that may buy: any, or those whose profiles have these addresses. */
export type TrustedPlatforms = "any" | readonly string[];

/**
 * Addresses of platform profiles, separated by spaces, or `any`. Clear text is only permitted within this machine. The
 * addresses are normalised, so that they can be compared.
 */
export const trustedPlatforms = v.pipe(
  v.string(),
  v.transform((value) => value.trim().split(/\s+/)),
  v.check(
    (words) => (words.length === 1 && words[0] === "any") || words.every(isProfileAddress),
    "must be `any`, or addresses of profiles such as https://platform.example/ucp, separated by spaces",
  ),
  v.transform((words): TrustedPlatforms => (words[0] === "any" ? "any" : words.map((word) => new URL(word).href))),
);

/** Returns whether a text is the address of a profile: https, or http within this machine. */
export function isProfileAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#")) return false;
  // A URL also accepts a host such as `one.example,https`.
  if (!/^[a-z0-9.:[\]_-]+$/.test(url.hostname)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

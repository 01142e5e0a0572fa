import { signedHeaders, testKey, type Changes, type TestKey, type Unsigned } from "./platform.ts";
import type { PlatformKey } from "../protocol/platform-profile.ts";
import { verifyRequest, type ReceivedRequest } from "../protocol/signature/verify.ts";

export const NOW = new Date("2026-11-27T12:00:00Z");
/** The same time in seconds. */
export const SECONDS = NOW.getTime() / 1000;
export const PROFILE = "https://platform.example/ucp";
export const BODY = '{"line_items":[{"item":{"id":"tariff"},"quantity":1}]}';
export const key = testKey();
export const other = testKey("key-2");

/** Returns the keys as a profile lists them. */
export const keysOf = (...keys: readonly TestKey[]) => keys.map(({ jwk }) => jwk as PlatformKey);

/** Returns a request as the shop gets it. */
export function received(
  headers: ReceivedRequest["headers"],
  { body = BODY, ...rest }: Unsigned = {},
): ReceivedRequest {
  return { method: "POST", path: "/ucp/checkout-sessions", query: "", ...rest, headers, body: Buffer.from(body) };
}

type Options = {
  /** Changes the headers after they were signed. */
  readonly after?: (headers: Record<string, string>) => ReceivedRequest["headers"];
  readonly keys?: readonly PlatformKey[];
  readonly signer?: TestKey;
  /** What is sent instead of what was signed. */
  readonly sent?: Unsigned;
  readonly needsKey?: boolean;
};

/** Verifies a request that was signed with some changes, and then changed itself. */
export function verified(
  unsigned: Unsigned = {},
  changes: Changes = {},
  { after = (headers) => headers, keys = keysOf(key), signer = key, sent = {}, needsKey = true }: Options = {},
) {
  const headers = signedHeaders(signer, PROFILE, { body: BODY, ...unsigned }, changes);
  const request = received(after(headers), { ...unsigned, ...sent });
  return verifyRequest(request, keys, { authority: "shop.example.ch", now: NOW, needsKey });
}

/** Like `verified`, but returns only the code of the failure, or `valid`. */
export function outcome(...all: Parameters<typeof verified>): string {
  const result = verified(...all);
  return result.ok ? "valid" : result.failure.code;
}

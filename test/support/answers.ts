import { deepEqual } from "node:assert/strict";
import * as v from "valibot";
import type { Call } from "#contract/call.ts";

/**
 * Fails unless a successful answer is exactly what the contract says of the call: nothing is missing, and nothing is
 * there that it does not name.
 */
export function expectInContract({ answer, media, from, noContent }: Call, status: number, body: unknown): void {
  if (status !== 200 || media || noContent || from === "navigation") return;
  deepEqual(v.parse(answer, body), body);
}

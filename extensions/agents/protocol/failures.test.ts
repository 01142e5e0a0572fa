import { expect, test } from "vitest";
import { PROTOCOL_FAILURES, refuse } from "./failures.ts";

// The tables of the specification: overview, Error Codes and Protocol Errors; signatures, Error Handling.
const PUBLISHED: Readonly<Record<keyof typeof PROTOCOL_FAILURES, readonly [number, number | null]>> = {
  invalid_profile_url: [400, -32001],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  capabilities_incompatible: [200, null],
  profile_not_trusted: [403, -32001],
  signature_missing: [401, -32000],
  signature_invalid: [401, -32000],
  key_not_found: [401, -32000],
  digest_mismatch: [400, -32600],
  algorithm_unsupported: [400, -32600],
  too_many_requests: [429, -32000],
  temporarily_unavailable: [503, -32000],
};

test("every failure has the status and the code of the specification", () => {
  const table = Object.entries(PROTOCOL_FAILURES).map(([code, { status, mcpCode }]) => [code, [status, mcpCode]]);
  expect(Object.fromEntries(table)).toEqual(PUBLISHED);
});

test("a refusal has its own text or that of the table", () => {
  const { status, mcpCode, text } = PROTOCOL_FAILURES.key_not_found;
  expect(refuse("key_not_found")).toEqual({
    ok: false,
    failure: { code: "key_not_found", status, mcpCode, text, retryAfter: null },
  });
  expect(refuse("too_many_requests", { text: "Slower.", retryAfter: 5 }).failure).toMatchObject({
    text: "Slower.",
    retryAfter: 5,
  });
});

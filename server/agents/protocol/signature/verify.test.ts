import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  signedHeaders,
  testKey,
  type Changes,
  type TestKey,
  type Unsigned,
} from "../../../../test/support/platform.ts";
import type { PlatformKey } from "../platform-profile.ts";
import { verifyRequest, type ReceivedRequest } from "./verify.ts";

const NOW = new Date("2026-11-27T12:00:00Z");
const SECONDS = NOW.getTime() / 1000;
const PROFILE = "https://platform.example/ucp";
const BODY = '{"line_items":[{"item":{"id":"tariff"},"quantity":1}]}';
const key = testKey();
const other = testKey("key-2");

const keysOf = (...keys: readonly TestKey[]) => keys.map(({ jwk }) => jwk as PlatformKey);

function received(headers: ReceivedRequest["headers"], { body = BODY, ...rest }: Unsigned = {}): ReceivedRequest {
  return { method: "POST", path: "/ucp/checkout-sessions", query: "", ...rest, headers, body: Buffer.from(body) };
}

/** Verifies a request that was signed with some changes, and then changed itself. */
function outcome(
  unsigned: Unsigned = {},
  changes: Changes = {},
  {
    after = (headers) => headers,
    keys = keysOf(key),
    signer = key,
    sent = {},
    needsSignature = true,
  }: {
    readonly after?: (headers: Record<string, string>) => ReceivedRequest["headers"];
    readonly keys?: readonly PlatformKey[];
    readonly signer?: TestKey;
    readonly sent?: Unsigned;
    readonly needsSignature?: boolean;
  } = {},
): string {
  const headers = signedHeaders(signer, PROFILE, { body: BODY, ...unsigned }, changes);
  const request = received(after(headers), { ...unsigned, ...sent });
  const result = verifyRequest(request, keys, { authority: "shop.example.ch", now: NOW, needsSignature });
  return result.ok ? "valid" : result.failure.code;
}

const without = (name: string) => ({ components: (all: readonly string[]) => all.filter((each) => each !== name) });

describe("a signature", () => {
  test("is valid as UCP asks for it", () => {
    expect(outcome()).toBe("valid");
    expect(outcome({ method: "GET", body: "" })).toBe("valid");
    expect(outcome({ method: "GET", body: "", query: "?page=2" })).toBe("valid");
  });

  test("can be ES384", () => {
    const p384 = testKey("key-3", "P-384");
    expect(outcome({}, {}, { signer: p384, keys: keysOf(key, p384) })).toBe("valid");
  });

  test("can cover more, in any order, with other parameters", () => {
    const components = (all: readonly string[]) => all.toReversed();
    const parameters = [
      ["tag", "any"],
      ["keyid", "key-1"],
      ["created", SECONDS],
      ["alg", "ecdsa-p256-sha256"],
      ["nonce", "n"],
    ] as const;
    expect(outcome({ headers: { "x-more": "1" } }, { components, parameters })).toBe("valid");
  });

  test.each(["@method", "@authority", "@path", "ucp-agent", "idempotency-key", "content-digest", "content-type"])(
    "has to cover %s",
    (name) => expect(outcome({}, without(name))).toBe("signature_invalid"),
  );

  test("has to cover the query, if there is one", () => {
    expect(outcome({ query: "?page=2" }, without("@query"))).toBe("signature_invalid");
  });

  test("has to cover an idempotency key where something changes, even if there is none", () => {
    const noKey = without("idempotency-key");
    const after = (headers: Record<string, string>) => ({ ...headers, "idempotency-key": undefined });
    expect(outcome({}, noKey, { after })).toBe("signature_invalid");
    // A search changes nothing, and has no key.
    expect(outcome({}, noKey, { after, needsSignature: false })).toBe("valid");
    expect(outcome({}, noKey, { needsSignature: false })).toBe("signature_invalid");
  });

  test.each([
    ["another method", { method: "PUT" }],
    ["another path", { path: "/ucp/checkout-sessions/1/cancel" }],
    ["another query", { query: "?x=1" }],
  ])("is not valid for %s", (_, sent) => {
    expect(outcome({ query: "?x=0" }, {}, { sent })).toBe("signature_invalid");
  });

  test("is not valid if it was made for another host", () => {
    expect(outcome({ authority: "other.example.ch" })).toBe("signature_invalid");
  });

  test.each([["ucp-agent"], ["idempotency-key"], ["content-type"]])("is not valid with another %s", (name) => {
    const after = (headers: Record<string, string>) => ({ ...headers, [name]: "changed" });
    expect(outcome({}, {}, { after })).toBe("signature_invalid");
  });

  test("is not valid with a covered field that is missing, or came twice", () => {
    const missing = (headers: Record<string, string>) => ({ ...headers, "content-type": undefined });
    expect(outcome({}, {}, { after: missing })).toBe("signature_invalid");
    const twice = (headers: Record<string, string>) => ({ ...headers, "idempotency-key": ["one", "two"] });
    expect(outcome({}, {}, { after: twice })).toBe("signature_invalid");
  });

  test("is not valid with another body, whose digest it is not", () => {
    expect(outcome({}, {}, { sent: { body: "{}" } })).toBe("digest_mismatch");
    expect(outcome({}, {}, { sent: { body: "" } })).toBe("digest_mismatch");
    const digest = (value: string) => outcome({ headers: { "content-digest": value } });
    expect(digest("sha-512=:AAAA:")).toBe("digest_mismatch");
    expect(digest("sha-256=AAAA")).toBe("digest_mismatch");
    expect(digest('"')).toBe("digest_mismatch");
  });

  test("is not valid in DER, with a wrong length or as something else", () => {
    expect(outcome({}, { dsaEncoding: "der" })).toBe("signature_invalid");
    const signature = (value: string) => (headers: Record<string, string>) => ({ ...headers, signature: value });
    const zeros = Buffer.alloc(64).toString("base64");
    expect(outcome({}, {}, { after: signature(`sig1=:${zeros}:`) })).toBe("signature_invalid");
    expect(outcome({}, {}, { after: signature("sig1=?1") })).toBe("signature_invalid");
    expect(outcome({}, {}, { after: signature("sig1=:") })).toBe("signature_invalid");
  });

  test("has times that are honoured, if it has any", () => {
    const at = (name: string, time: number | string) =>
      outcome(
        {},
        {
          parameters: [
            [name, time],
            ["keyid", "key-1"],
          ],
        },
      );
    expect(at("expires", SECONDS + 1)).toBe("valid");
    expect(at("expires", SECONDS)).toBe("signature_invalid");
    expect(at("created", SECONDS + 60)).toBe("valid");
    expect(at("created", SECONDS + 61)).toBe("signature_invalid");
    expect(at("created", SECONDS - 86_400)).toBe("valid");
    expect(at("created", "now")).toBe("signature_invalid");
    expect(at("expires", "never")).toBe("signature_invalid");
  });
});

describe("headers of a signature", () => {
  test.each(["signature", "signature-input"])("without %s, a signature is missing", (name) => {
    const after = (headers: Record<string, string>) => ({ ...headers, [name]: undefined });
    expect(outcome({}, {}, { after })).toBe("signature_missing");
  });

  test("without a common label or a key, a signature is missing", () => {
    const after = (headers: Record<string, string>) => ({ ...headers, signature: "other=:AAAA:" });
    expect(outcome({}, {}, { after })).toBe("signature_missing");
    expect(outcome({}, { parameters: [] })).toBe("signature_missing");
    expect(outcome({}, { parameters: [["keyid", 1]] })).toBe("signature_missing");
  });

  test("can have several signatures, of which one has to be valid", () => {
    const mine = signedHeaders(key, PROFILE, { body: BODY }, { label: "mine" });
    const proxy = signedHeaders(other, PROFILE, { body: BODY }, { label: "proxy" });
    const both = {
      ...mine,
      "signature-input": [proxy["signature-input"] ?? "", mine["signature-input"] ?? ""],
      signature: [proxy["signature"] ?? "", mine["signature"] ?? ""],
    };
    const options = { authority: "shop.example.ch", now: NOW, needsSignature: true };
    expect(verifyRequest(received(both), keysOf(key), options)).toEqual({ ok: true, value: "key-1" });
    expect(verifyRequest(received(both), keysOf(testKey("key-4")), options)).toMatchObject({
      failure: { code: "key_not_found" },
    });
    const many = Array.from({ length: 5 }, (_, at) => signedHeaders(key, PROFILE, { body: BODY }, { label: `s${at}` }));
    const fifth = {
      ...mine,
      "signature-input": many.map((each) => each["signature-input"] ?? ""),
      signature: many.map((each, at) => (at < 4 ? `s${at}=:AAAA:` : (each["signature"] ?? ""))),
    };
    expect(verifyRequest(received(fifth), keysOf(key), options)).toMatchObject({
      failure: { code: "signature_invalid" },
    });
  });

  test("whatever they are, nothing is thrown and nothing is accepted", () => {
    const text = fc.oneof(fc.string({ unit: "binary-ascii" }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, text, text, (input, signature, digest) => {
        const headers = { "ucp-agent": "x", "signature-input": input, signature, "content-digest": digest };
        const options = { authority: "shop.example.ch", now: NOW, needsSignature: true };
        expect(verifyRequest(received(headers), keysOf(key), options).ok).toBe(false);
      }),
    );
  });
});

describe("the key of a signature", () => {
  test("has to be in the profile", () => {
    expect(outcome({}, {}, { keys: [] })).toBe("key_not_found");
    expect(outcome({}, {}, { keys: keysOf(other) })).toBe("key_not_found");
    expect(outcome({}, {}, { keys: [{ ...(key.jwk as PlatformKey), use: "enc" }] })).toBe("key_not_found");
  });

  test("has to be the one that signed", () => {
    expect(outcome({}, {}, { keys: [{ ...(other.jwk as PlatformKey), kid: "key-1" }] })).toBe("signature_invalid");
  });

  test("has to be there once", () => {
    expect(outcome({}, {}, { keys: keysOf(key, testKey()) })).toBe("profile_malformed");
  });

  test.each([
    ["another curve", { crv: "secp256k1" }],
    ["another type", { kty: "RSA" }],
    ["a shared key", { kty: "oct", crv: "P-256" }],
    ["another algorithm", { alg: "RS256" }],
    ["the algorithm of another curve", { alg: "ES384" }],
    ["no curve", { crv: undefined }],
  ])("is not supported with %s", (_, changed) => {
    expect(outcome({}, {}, { keys: [{ ...(key.jwk as PlatformKey), ...changed }] })).toBe("algorithm_unsupported");
  });

  test.each(["hmac-sha256", "ecdsa-p384-sha384", "rsa-v1_5-sha256"])("cannot be used with alg=%s", (alg) => {
    const parameters = [
      ["keyid", "key-1"],
      ["alg", alg],
    ] as const;
    expect(outcome({}, { parameters })).toBe("algorithm_unsupported");
  });

  test("has to be a point of its curve", () => {
    const keys = [{ ...(key.jwk as PlatformKey), x: "AAAA" }];
    expect(outcome({}, {}, { keys })).toBe("profile_malformed");
    expect(outcome({}, {}, { keys: [{ kid: "key-1", kty: "EC", crv: "P-256" }] })).toBe("profile_malformed");
  });

  test("is never used as the key of an HMAC", () => {
    const after = (headers: Record<string, string>) => {
      const hmac = createHmac("sha256", JSON.stringify(key.jwk)).update("x").digest("base64");
      return { ...headers, signature: `sig1=:${hmac}:` };
    };
    expect(outcome({}, {}, { after })).toBe("signature_invalid");
  });
});

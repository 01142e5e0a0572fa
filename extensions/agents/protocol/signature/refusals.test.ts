import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { signedHeaders, testKey } from "../../test/platform.ts";
import {
  BODY,
  key,
  keysOf,
  NOW,
  other,
  outcome,
  PROFILE,
  received,
  SECONDS,
  verified,
} from "../../test/signed-request.ts";
import type { PlatformKey } from "../platform-profile.ts";
import { verifyRequest } from "./verify.ts";

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
    const options = { authority: "shop.example.ch", now: NOW, needsKey: true };
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
        const options = { authority: "shop.example.ch", now: NOW, needsKey: true };
        expect(verifyRequest(received(headers), keysOf(key), options).ok).toBe(false);
      }),
    );
  });
});

describe("a refusal says what is wrong", () => {
  const text = (...all: Parameters<typeof verified>) => {
    const result = verified(...all);
    return result.ok ? null : result.failure.text;
  };
  const signature = (value: string) => (headers: Record<string, string>) => ({ ...headers, signature: value });
  const invalidKey = [{ ...(key.jwk as PlatformKey), x: "AAAA" }];
  const without2 = { components: (all: readonly string[]) => all.filter((each) => !/@path|agent/.test(each)) };

  test.each<readonly [string, Parameters<typeof verified>]>([
    ["Signature or Signature-Input cannot be read.", [{}, {}, { after: signature("sig1=:") }]],
    ['The signature "sig1" is not written as UCP requires.', [{}, {}, { after: signature("sig1=?1") }]],
    ["Signature and Signature-Input have no label in common.", [{}, {}, { after: signature("x=:AAAA:") }]],
    ["The signature has to cover @path, ucp-agent.", [{}, without2]],
    ["The signature has no keyid.", [{}, { parameters: [] }]],
    ["The signature has to be 64 bytes, r and s, without DER.", [{}, { dsaEncoding: "der" }]],
    ["The signature does not belong to this request and the key key-1.", [{}, {}, { signer: testKey() }]],
    [
      "The request does not have content-type, which is signed.",
      [{}, {}, { after: (headers) => ({ ...headers, "content-type": undefined }) }],
    ],
    [
      "The signature has expired.",
      [
        {},
        {
          parameters: [
            ["keyid", "key-1"],
            ["expires", 1],
          ],
        },
      ],
    ],
    [
      "The signature was created in the future.",
      [
        {},
        {
          parameters: [
            ["keyid", "key-1"],
            ["created", SECONDS * 2],
          ],
        },
      ],
    ],
    [
      "The signature's created and expires have to be whole numbers.",
      [
        {},
        {
          parameters: [
            ["keyid", "key-1"],
            ["created", "now"],
          ],
        },
      ],
    ],
    ["The profile has two keys with the same kid.", [{}, {}, { keys: keysOf(key, testKey()) }]],
    ["The profile has a key that is not a point of its curve.", [{}, {}, { keys: invalidKey }]],
  ])("%s", (expected, all) => expect(text(...all)).toBe(expected));
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

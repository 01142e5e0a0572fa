import { describe, expect, test } from "vitest";
import { key, keysOf, outcome, SECONDS } from "../../test/signed-request.ts";
import { testKey } from "../../test/platform.ts";

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

  test("can cover the query without one, which is a question mark then (RFC 9421, 2.2.7)", () => {
    expect(outcome({ query: "?" }, {}, { sent: { query: "" } })).toBe("valid");
  });

  test("covers the bytes of a field that are not ASCII", () => {
    const umlaut = Buffer.from("ü").toString("latin1");
    expect(outcome({ headers: { "x-name": umlaut } })).toBe("valid");
    const after = (headers: Record<string, string>) => ({ ...headers, "x-name": "u" });
    expect(outcome({ headers: { "x-name": umlaut } }, {}, { after })).toBe("signature_invalid");
  });

  test("has to cover an idempotency key where something changes, even if there is none", () => {
    const noKey = without("idempotency-key");
    const after = (headers: Record<string, string>) => ({ ...headers, "idempotency-key": undefined });
    expect(outcome({}, noKey, { after })).toBe("signature_invalid");
    // A search changes nothing, and has no key.
    expect(outcome({}, noKey, { after, needsKey: false })).toBe("valid");
    expect(outcome({}, noKey, { needsKey: false })).toBe("signature_invalid");
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect(outcome({ method }, noKey, { after })).toBe("signature_invalid");
    expect(outcome({ method: "GET", body: "" }, noKey, { after })).toBe("valid");
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
    expect(at("created", SECONDS - 900)).toBe("valid");
    expect(at("created", SECONDS - 901)).toBe("signature_invalid");
    expect(at("created", "now")).toBe("signature_invalid");
    expect(at("expires", "never")).toBe("signature_invalid");
  });
});

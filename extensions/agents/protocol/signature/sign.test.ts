import { createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSigningKeys } from "../signing-keys.ts";
import { readInputs, signatureBase } from "./base.ts";
import { createSign } from "./sign.ts";
import { verifyRequest } from "./verify.ts";

const NOW = new Date("2026-11-27T12:00:00Z");
const keys = createSigningKeys(Buffer.alloc(32, 7));
const { published } = keys(NOW);
const sign = createSign({ publicUrl: "https://shop.example.ch", keys, now: () => NOW });
const body = Buffer.from('{"id":"order-1"}');

describe("a request of the shop", () => {
  const url = "https://hooks.platform.example/orders?for=shop";
  const headers = sign({ method: "POST", url, headers: { "webhook-id": "e-1", "idempotency-key": "k-1" }, body });

  test("names the shop's profile and has what it was given", () => {
    expect(headers).toMatchObject({
      "ucp-agent": 'profile="https://shop.example.ch/.well-known/ucp"',
      "content-type": "application/json",
      "webhook-id": "e-1",
    });
  });

  test("is one that a platform accepts with the published keys", () => {
    const request = { method: "POST", path: "/orders", query: "?for=shop", headers, body };
    const options = { authority: "hooks.platform.example", now: NOW, needsKey: true };
    expect(verifyRequest(request, [...published], options)).toEqual({ ok: true, value: keys(NOW).current.kid });
    const forged = { ...request, headers: { ...headers, "webhook-id": "e-2" } };
    expect(verifyRequest(forged, [...published], options)).toMatchObject({ failure: { code: "signature_invalid" } });
  });
});

test("a response covers its status and its body, and not a request", () => {
  const headers = sign({ status: 201, body });
  const [input] = [...(readInputs(headers["signature-input"] ?? "")?.values() ?? [])];
  expect(input?.components).toEqual(["@status", "content-type", "content-digest"]);
  expect(input?.parameters.get("created")).toBe(NOW.getTime() / 1000);
  const base = input && signatureBase(input, { derived: { "@status": "201" }, headers });
  if (!base?.ok) throw new Error("There is no signature base");
  const [, bytes = ""] = /^sig1=:(.*):$/.exec(headers["signature"] ?? "") ?? [];
  const [jwk] = published;
  if (!jwk) throw new Error("There is no key");
  const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
  const isValid = verify("sha256", base.bytes, { key, dsaEncoding: "ieee-p1363" }, Buffer.from(bytes, "base64"));
  expect(isValid).toBe(true);
});

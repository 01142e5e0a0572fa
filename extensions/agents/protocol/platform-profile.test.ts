import { describe, expect, test } from "vitest";
import { platformProfile, testKey } from "../test/platform.ts";
import { readPlatformProfile } from "./platform-profile.ts";

const read = (value: unknown) => readPlatformProfile(typeof value === "string" ? value : JSON.stringify(value));
const ucp = (more: object) => ({ ucp: { version: "2026-04-08", ...more } });

describe("a profile", () => {
  test("is read with what Kasse uses", () => {
    const key = testKey();
    const result = read(platformProfile({ webhookUrl: "https://hooks.example/" }, key));
    if (!result.ok) throw new Error(result.failure.text);
    expect(result.value.version).toBe("2026-04-08");
    expect(result.value.keys).toEqual([key.jwk]);
    expect(result.value.capabilities.get("dev.ucp.shopping.order")).toMatchObject([
      { config: { webhook_url: "https://hooks.example/" } },
    ]);
  });

  test.each([
    ["no more than a version", ucp({})],
    [
      "capabilities and keys that Kasse does not know",
      {
        ...ucp({ capabilities: { "com.example.x": [{ version: "draft", anything: [1] }] } }),
        signing_keys: [{ kid: "rsa", kty: "RSA", n: "AQAB", e: "AQAB" }],
      },
    ],
    ["more fields", { ...ucp({ services: 1, status: "success" }), more: true }],
  ])("can have %s", (_, profile) => expect(read(profile).ok).toBe(true));

  test.each([
    ["no JSON", "<html>"],
    ["nothing", ""],
    ["no object", "[]"],
    ["no ucp", {}],
    ["no version", { ucp: {} }],
    ["another version format", { ucp: { version: "draft" } }],
    ["a version and more", { ucp: { version: "2026-04-08.1" } }],
    ["more and a version", { ucp: { version: "v2026-04-08" } }],
    ["capabilities without versions", ucp({ capabilities: { "dev.ucp.shopping.order": [{}] } })],
    ["capabilities that are no lists", ucp({ capabilities: { "dev.ucp.shopping.order": { version: "2026-04-08" } } })],
    ["capabilities that are a list", ucp({ capabilities: [1] })],
    ["a key without a name", { ...ucp({}), signing_keys: [{ kty: "EC" }] }],
    ["a key with a number", { ...ucp({}), signing_keys: [{ kid: "a", kty: "EC", x: 1 }] }],
    ["keys that are no list", { ...ucp({}), signing_keys: {} }],
  ])("cannot have %s", (_, profile) => {
    expect(read(profile)).toMatchObject({ ok: false, failure: { code: "profile_malformed", status: 422 } });
  });

  test.each([
    ["<html>", "The platform's profile is not JSON."],
    ["[]", "The platform's profile is wrong at ucp."],
    ['{"ucp":{"version":1}}', "The platform's profile is wrong at ucp.version."],
  ])("%s is explained", (json, text) => expect(read(json)).toMatchObject({ failure: { text } }));

  test("cannot change an object's prototype", () => {
    const result = read('{"ucp":{"version":"2026-04-08","capabilities":{"__proto__":[{"version":"2026-04-08"}]}}}');
    expect(result.ok && [...result.value.capabilities.keys()]).toEqual([]);
  });
});

import { webcrypto } from "node:crypto";
import { describe, expect, test } from "vitest";
import { deriveKey, pseudonym } from "./keys.ts";
import { decryptDocument, encryptDocument } from "./encryption.ts";

const KEY = { id: "2026", key: Buffer.alloc(32, 7) };
const CONTENT = Buffer.from("Reisepass X1234567");

describe("an encrypted document", () => {
  test("is AES-256-GCM with a nonce of 96 bits and a tag of 128, as another implementation reads it", async () => {
    const sealed = encryptDocument(CONTENT, "document", KEY);
    const key = await webcrypto.subtle.importKey("raw", KEY.key, "AES-GCM", false, ["decrypt"]);
    const parameters = {
      name: "AES-GCM",
      iv: sealed.subarray(0, 12),
      additionalData: Buffer.from("document"),
      tagLength: 128,
    };
    const message = Buffer.concat([sealed.subarray(28), sealed.subarray(12, 28)]);
    expect(Buffer.from(await webcrypto.subtle.decrypt(parameters, key, message))).toEqual(CONTENT);
  });

  test("has a new nonce each time", () => {
    const nonces = Array.from({ length: 1000 }, () =>
      encryptDocument(CONTENT, "document", KEY).subarray(0, 12).toString("hex"),
    );
    expect(new Set(nonces).size).toBe(1000);
  });

  test("is refused if a bit was changed, if it was truncated, under another id and with another key", () => {
    const sealed = encryptDocument(CONTENT, "document", KEY);
    expect(decryptDocument(sealed, "document", KEY)).toEqual(CONTENT);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => decryptDocument(changed, "document", KEY)).toThrow();
    }
    expect(() => decryptDocument(sealed.subarray(0, -1), "document", KEY)).toThrow();
    expect(() => decryptDocument(sealed.subarray(0, 20), "document", KEY)).toThrow();
    expect(() => decryptDocument(sealed, "other", KEY)).toThrow();
    expect(() => decryptDocument(sealed, "document", { ...KEY, key: Buffer.alloc(32, 8) })).toThrow();
  });
});

test("a key for one purpose reveals nothing about another, and a keyed hash has 128 bits", () => {
  const [one, other] = [deriveKey(KEY.key, "one"), deriveKey(KEY.key, "other")];
  expect(one.symmetricKeySize).toBe(32);
  expect(one.equals(other)).toBe(false);
  expect(Buffer.from(pseudonym(one, "text"), "base64url")).toHaveLength(16);
  expect(pseudonym(one, "text")).not.toBe(pseudonym(other, "text"));
});

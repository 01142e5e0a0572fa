import { createDecipheriv, createHash } from "node:crypto";
import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { readJson } from "#server/platform/http/json-client.ts";
import type { WebhookHeaders, WebhookRead } from "#server/sale/payment/provider.ts";

const Notification = v.object({
  type: v.string(),
  payload: mayBeAbsent(v.object({ merchantTransactionId: mayBeAbsent(v.string()) })),
});
const Wrapped = v.object({ encryptedBody: v.string() });
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HEX = /^([0-9a-f]{2})+$/i;

/**
 * Decrypts a notification with AES-256-GCM, whose tag serves as the signature. Nonce and tag are in headers, in
 * hexadecimal. Without a key, every notification is `forged`. Notifications have no id, so the hash of their content is
 * used.
 */
export function readNotification(raw: Buffer, headers: WebhookHeaders, key: Buffer | null): WebhookRead {
  const nonce = bytesOf(headers["x-initialization-vector"]);
  const tag = bytesOf(headers["x-authentication-tag"]);
  const sealed = bytesOf(sealedIn(raw.toString("utf8").trim()));
  if (!key || !nonce || !tag || !sealed) return { kind: "forged" };
  const plain = open(sealed, key, nonce, tag);
  if (!plain) return { kind: "forged" };
  const read = readJson(Notification, plain.toString("utf8"));
  const reference = read?.payload?.merchantTransactionId ?? "";
  if (read?.type !== "PAYMENT" || !UUID.test(reference)) return { kind: "other" };
  return { kind: "event", eventId: createHash("sha256").update(plain).digest("hex"), payment: { reference } };
}

/** Returns the encrypted text, which is the whole body or a field of a JSON body. */
function sealedIn(body: string): string {
  return readJson(Wrapped, body)?.encryptedBody ?? body;
}

function bytesOf(hex: unknown): Buffer | null {
  return typeof hex === "string" && HEX.test(hex) ? Buffer.from(hex, "hex") : null;
}

function open(sealed: Buffer, key: Buffer, nonce: Buffer, tag: Buffer): Buffer | null {
  try {
    // Without a fixed tag length, Node would accept a shorter tag, which is easier to guess.
    const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: 16 });
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return null;
  }
}

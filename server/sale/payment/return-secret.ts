import { timingSafeEqual } from "node:crypto";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";

/** How long after the end of its payment an address of return still proves whose payment it is, in ms. */
const LIFE_MS = 24 * 3_600_000;

/**
 * The secret in the address that the provider sends a shopper back to. Bank apps open that address in the phone's
 * standard browser, which may not be the one that has the checkout; the secret lets it see the payment and its order.
 */
export function returnSecret(key: Buffer, paymentId: string): string {
  return pseudonym(deriveKey(key, "payment-return"), paymentId);
}

/** Whether a secret is that of a payment, and not too old. */
export function provesReturn(
  key: Buffer,
  payment: { readonly id: string; readonly expires_at: Date },
  secret: string,
  now: Date,
): boolean {
  const expected = Buffer.from(returnSecret(key, payment.id));
  const given = Buffer.from(secret);
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    now.getTime() < payment.expires_at.getTime() + LIFE_MS
  );
}

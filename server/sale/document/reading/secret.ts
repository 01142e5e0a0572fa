import type { Config } from "#server/config/config.ts";
import { newSecret } from "#server/platform/encryption/link-secret.ts";

/** A new secret for having a picture read: its hash, and what the answer to the sender has; neither where the shop reads none. */
export function newReading({ documentReading }: Pick<Config, "documentReading">): {
  readonly hash: Buffer | null;
  readonly answer: { readonly reading?: string };
} {
  if (!documentReading) return { hash: null, answer: {} };
  const { secret, hash } = newSecret();
  return { hash, answer: { reading: secret } };
}

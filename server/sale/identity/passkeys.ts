import type { Handle } from "#server/platform/database/database.ts";
import { passkeysIn } from "#server/authentication/passkeys.ts";
import { lockAccount } from "./accounts.ts";

/** The passkeys of shoppers. */
export const accountPasskeys = passkeysIn({
  table: "passkeys",
  owner: "account_id",
  challenges: "passkey_challenges",
  hasPurpose: false,
  lock: lockAccount,
});

/**
 * What proved a customer's identity: the shop's password or a passkey. Null for other proofs, such as the base's
 * password or a code.
 */
export type Proof = { readonly passwordHash: string } | { readonly credentialId: string } | null;

/**
 * Locks an account and returns whether the proof is still valid: a new password or the removal of a passkey invalidates
 * it.
 */
export async function isStillProven(tx: Handle, accountId: string, proof: Proof): Promise<boolean> {
  const account = await lockAccount(tx, accountId);
  if (!account || proof === null) return account !== null;
  if ("passwordHash" in proof) return account.passwordHash === proof.passwordHash;
  return (await accountPasskeys.list(tx, accountId)).some(({ credentialId }) => credentialId === proof.credentialId);
}

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

/** What has proved whose account it is: its password or passkey. Null: something else, such as the base or a code. */
export type Proof = { readonly passwordHash: string } | { readonly credentialId: string } | null;

/** Locks an account, and says whether the proof still counts: a new password or a removed passkey ends it. */
export async function isStillProven(tx: Handle, accountId: string, proof: Proof): Promise<boolean> {
  const account = await lockAccount(tx, accountId);
  if (!account || proof === null) return account !== null;
  if ("passwordHash" in proof) return account.passwordHash === proof.passwordHash;
  return (await accountPasskeys.list(tx, accountId)).some(({ credentialId }) => credentialId === proof.credentialId);
}

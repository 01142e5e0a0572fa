import { passkeysIn } from "#server/people/passkeys.ts";
import { lockAccount } from "./accounts.ts";

/** The passkeys of shoppers. */
export const accountPasskeys = passkeysIn({
  table: "passkeys",
  owner: "account_id",
  challenges: "passkey_challenges",
  hasPurpose: false,
  lock: lockAccount,
});

import type { Profile } from "#core/profile.ts";
import type { AccountRow } from "./tables.ts";
import { readProfile } from "./stored-profile.ts";

/** What the shop stores about a customer. */
export type Account = {
  readonly id: string;
  readonly email: string;
  readonly customerBaseId: string | null;
  readonly profile: Profile;
};

/** The columns for `accountOf`. */
export const ACCOUNT_COLUMNS = [
  "accounts.id",
  "accounts.email",
  "accounts.customer_base_id",
  "accounts.profile",
] as const;

export function accountOf(row: Pick<AccountRow, "id" | "email" | "customer_base_id" | "profile">): Account {
  return { id: row.id, email: row.email, customerBaseId: row.customer_base_id, profile: readProfile(row.profile) };
}

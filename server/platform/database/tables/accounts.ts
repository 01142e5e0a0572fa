import type { ColumnType, Generated } from "kysely";
import type { StoredJson, Moment, NullableMoment, Created } from "./column.ts";

/** Customers, and the ways to log in. */
export type AccountTables = {
  accounts: {
    id: Generated<string>;
    email: string;
    password_hash: string | null;
    customer_base_id: string | null;
    profile: StoredJson;
    created_at: Created;
  };
  tokens: {
    hash: Buffer;
    /** Names the login to its owner; the hash is never shown. */
    id: Generated<string>;
    account_id: string;
    checkout_id: string | null;
    /** Such as `Firefox, Windows`. */
    device: string | null;
    created_at: Created;
    used_at: Created;
  };
  sms_codes: {
    handle: string;
    msisdn: string;
    salt: Buffer;
    code_hash: Buffer;
    expires_at: Moment;
    tries: Generated<number>;
    used_at: NullableMoment;
  };
  password_resets: { token_hash: Buffer; account_id: string; expires_at: Moment };
  passkeys: {
    id: Generated<string>;
    account_id: string;
    credential_id: string;
    public_key: Buffer;
    /** A bigint, which the driver reads as text. */
    sign_count: ColumnType<string, number, number>;
    transports: string[];
    device: string | null;
    created_at: Created;
    used_at: NullableMoment;
  };
  passkey_challenges: { challenge: string; account_id: string | null; expires_at: Moment };
};

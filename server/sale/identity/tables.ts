import type { ColumnType, Generated, Selectable } from "kysely";
import type { ReceiptState } from "#server/platform/mail-and-sms.ts";
import type { Created, Timestamp, NullableTimestamp, StoredJson } from "#server/platform/database/columns.ts";
import type { Tables } from "#server/platform/database/tables.ts";

declare module "#server/platform/database/tables.ts" {
  /** Customers, and their login methods. */
  interface Tables {
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
      /** The id by which the owner sees the login; the hash is never shown. */
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
      expires_at: Timestamp;
      tries: Generated<number>;
      used_at: NullableTimestamp;
    };
    sms_events: { id: Generated<string>; state: ReceiptState | null; at: Created };
    password_resets: { token_hash: Buffer; account_id: string; expires_at: Timestamp; ended_at: Timestamp | null };
    passkeys: {
      id: Generated<string>;
      account_id: string;
      credential_id: string;
      public_key: Buffer;
      /** A bigint, which the driver returns as text. */
      sign_count: ColumnType<string, number, number>;
      transports: string[];
      device: string | null;
      created_at: Created;
      used_at: NullableTimestamp;
    };
    passkey_challenges: { challenge: string; account_id: string | null; expires_at: Timestamp };
  }
}

export type AccountRow = Selectable<Tables["accounts"]>;

import type { ColumnType, Generated } from "kysely";
import type { DeskRole } from "#core/desk/roles.ts";
import type { Created, Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The operator's staff, and how they log in. */
  interface Tables {
    desk_people: {
      id: Generated<string>;
      /** In lower case; unique among people who were invited. */
      email: string;
      name: string;
      roles: DeskRole[];
      /** Null until the invitation is accepted, and for people from a login provider. */
      password_hash: string | null;
      /**
       * For people from a login provider: the issuer of the identity, the subject there, and the name in the audit log.
       */
      issuer: string | null;
      subject: string | null;
      actor: string | null;
      disabled_at: NullableTimestamp;
      created_at: Created;
    };
    desk_invitations: { secret_hash: Buffer; person_id: string; expires_at: Timestamp };
    desk_sessions: {
      hash: Buffer;
      /** The id by which the owner sees the login; the hash is never shown. */
      id: Generated<string>;
      person_id: string;
      /** Such as `Firefox, Windows`. */
      device: string | null;
      created_at: Timestamp;
      used_at: Timestamp;
      with_passkey: Generated<boolean>;
      sid: string | null;
      /** Encrypted and bound to the session's id. */
      id_token: string | null;
    };
    desk_login_tries: { secret_hash: Buffer; return_to: string; instead_of: Buffer | null; expires_at: Timestamp };
    desk_logout_tokens: {
      issuer: string;
      jti: string;
      subject: string | null;
      sid: string | null;
      issued_at: Timestamp;
      expires_at: Timestamp;
    };
    desk_passkeys: {
      id: Generated<string>;
      person_id: string;
      credential_id: string;
      public_key: Buffer;
      /** A bigint, which the driver reads as text. */
      sign_count: ColumnType<string, number, number>;
      transports: string[];
      device: string | null;
      created_at: Timestamp;
      used_at: NullableTimestamp;
    };
    desk_passkey_challenges: {
      challenge: string;
      person_id: string | null;
      purpose: "add" | "login";
      expires_at: Timestamp;
    };
  }
}

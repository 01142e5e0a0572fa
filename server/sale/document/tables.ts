import type { Generated } from "kysely";
import type { EidRefusal } from "#core/form/eid-claims.ts";
import type { Created, Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Identity documents, and who has read them. */
  interface Tables {
    documents: {
      id: string;
      checkout_id: string;
      storage_key: string;
      key_id: string;
      bytes: number;
      /** The hash of the secret that lets the sender of the picture have it read. */
      reading_hash: Buffer | null;
      /** Whether it belongs to an order. */
      ordered: Generated<boolean>;
      created_at: Created;
    };
    document_reads: {
      id: Generated<string>;
      document_id: string;
      order_number: string;
      reader: string;
      reason: string;
      read_at: Created;
    };
    document_claims: { document_hash: Buffer; account_id: string };
    eid_verifications: {
      checkout_id: string;
      verifier_id: string;
      secret_hash: Buffer;
      state: Generated<"waiting" | "verified" | "refused">;
      reason: EidRefusal | null;
      /**
       * The keyed hash of the e-ID's data with the form's person; null if it is not verified or is another person's.
       */
      proof: Buffer | null;
      verified_at: NullableTimestamp;
      asked_at: NullableTimestamp;
      expires_at: Timestamp;
    };
  }
}

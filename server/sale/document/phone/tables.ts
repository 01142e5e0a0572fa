import type { Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** Links for uploading a photo of a document from a phone. */
  interface Tables {
    photo_links: {
      checkout_id: string;
      secret_hash: Buffer;
      person_hash: Buffer;
      reading_hash: Buffer | null;
      expires_at: Timestamp;
      used_at: NullableTimestamp;
    };
  }
}

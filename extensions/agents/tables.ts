import type { Generated } from "kysely";
import type { Created, StoredJson, Timestamp } from "#server/platform/database/columns.ts";
import type { Locale } from "#core/text/locale.ts";

declare module "#server/platform/database/tables.ts" {
  /** Checkouts that platforms prepare for people (ADR 63). */
  interface Tables {
    agent_checkouts: {
      id: string;
      /** The address of the platform's profile. */
      platform: string;
      locale: Locale;
      /** What was prepared; its form is removed once the session has ended. */
      prepared: StoredJson;
      /** The hash of the browser's secret that took over, and when it did. */
      opened_by: Buffer | null;
      opened_at: Timestamp | null;
      /** The person's own checkout, whose id the platform never learns. */
      checkout_id: string | null;
      /** Where the platform is told about the order. */
      webhook_url: string | null;
      /** The mark of the order that it was told last. */
      told: string | null;
      tell_failures: Generated<number>;
      tell_again_at: Timestamp | null;
      canceled_at: Timestamp | null;
      created_at: Created;
      expires_at: Timestamp;
    };
    /** Platforms that did not accept the last event about an order, and until when each is left alone. */
    agent_receivers: {
      platform: string;
      failures: number;
      again_at: Timestamp;
      failing_since: Timestamp;
    };
    /** Answers of operations that change something, for platforms that repeat a request. */
    agent_requests: {
      platform: string;
      key: string;
      /** A hash of the operation and its body. */
      fingerprint: Buffer;
      status: number;
      body: StoredJson;
      created_at: Created;
    };
  }
}

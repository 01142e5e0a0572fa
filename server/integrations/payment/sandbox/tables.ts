import type { Generated } from "kysely";
import type { Locale } from "#core/text/locale.ts";
import type { ProviderOutcome } from "#core/payment/payment-states.ts";
import type { Created, Timestamp, NullableTimestamp } from "#server/platform/database/columns.ts";

declare module "#server/platform/database/tables.ts" {
  /** The payments of the sandbox provider. */
  interface Tables {
    sandbox_payments: {
      id: string;
      idempotency_key: string;
      reference: string;
      amount: number;
      return_url: string;
      locale: Locale;
      outcome: Generated<ProviderOutcome>;
      refunded_at: NullableTimestamp;
      expires_at: Timestamp;
      created_at: Created;
    };
    sandbox_payment_faults: { name: string; value: string };
  }
}

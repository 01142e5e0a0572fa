import type { Generated } from "kysely";
import type { Locale } from "#core/locale.ts";
import type { ProviderOutcome } from "#core/payment-states.ts";
import type { Moment, NullableMoment, Created, StoredJson } from "./column.ts";

/** What the sandboxes keep, which stand in for other systems. */
export type SandboxTables = {
  sandbox_messages: {
    id: Generated<string>;
    message_key: string | null;
    channel: "sms" | "mail";
    recipient: string;
    subject: string;
    text: string;
    attachments: Generated<string[]>;
    at: Created;
  };
  sandbox_orders: { event_id: string; event: StoredJson; at: Created };
  sandbox_esims: { call_id: string; iccid: string; confirmed_at: NullableMoment };
  sandbox_payments: {
    id: string;
    idempotency_key: string;
    reference: string;
    amount: number;
    return_url: string;
    locale: Locale;
    outcome: Generated<ProviderOutcome>;
    refunded_at: NullableMoment;
    expires_at: Moment;
    created_at: Created;
  };
  sandbox_payment_faults: { name: string; value: string };
};

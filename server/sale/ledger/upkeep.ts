import { expiredBefore } from "#server/platform/database/old-rows.ts";

export const oldWebhookEvents = expiredBefore("webhook_events", "received_at");

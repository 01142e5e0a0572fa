import { sql } from "kysely";
import { oldRows } from "#server/platform/database/old-rows.ts";

export const oldWebhookEvents = (before: Date) => oldRows("webhook_events", sql`received_at < ${before}`);

import { sql, type RawBuilder } from "kysely";
import { daysBefore, isOver, runBatches, type PurgeContext, type PurgePart } from "./part.ts";
import type { Retention } from "./periods.ts";

const BATCH = 5000;

/** Expired codes, links, tokens, counts of tries, eSIM profiles, what shoppers did and webhook ids. */
export const secrets: readonly PurgePart[] = [
  rows("login codes", "sms_codes", "secrets", (before) => sql`expires_at < ${before} or used_at < ${before}`),
  rows("password links", "password_resets", "secrets", (before) => sql`expires_at < ${before}`),
  rows("passkey challenges", "passkey_challenges", "secrets", (before) => sql`expires_at < ${before}`),
  rows("phone links", "photo_links", "secrets", (before) => sql`expires_at < ${before}`),
  rows("verifications of e-IDs", "eid_verifications", "secrets", (before) => sql`expires_at < ${before}`),
  rows("links to orders", "order_links", "secrets", (before) => sql`expires_at < ${before}`),
  rows("links to checkouts", "checkout_links", "secrets", (before) => sql`expires_at < ${before}`),
  rows("references to documents", "document_links", "secrets", (before) => sql`expires_at < ${before}`),
  rows("counts of tries", "limit_counters", "secrets", (before) => sql`window_start < ${before}`),
  rows("counts of texts", "sms_events", "secrets", (before) => sql`at < ${before}`),
  // A token is valid for twelve hours at most, so one this old has expired.
  rows("ended logins", "tokens", "secrets", (before) => sql`created_at < ${before}`),
  rows("ended logins at the desk", "desk_sessions", "secrets", (before) => sql`created_at < ${before}`),
  rows("invitations to the desk", "desk_invitations", "secrets", (before) => sql`expires_at < ${before}`),
  rows("logins begun at the provider", "desk_login_tries", "secrets", (before) => sql`expires_at < ${before}`),
  rows("logout tokens of the provider", "desk_logout_tokens", "secrets", (before) => sql`expires_at < ${before}`),
  rows("passkey challenges of the desk", "desk_passkey_challenges", "secrets", (before) => sql`expires_at < ${before}`),
  rows("eSIM profiles", "esims", "esims", (before) => sql`created_at < ${before}`),
  rows("reports about eSIMs", "esim_notifications", "esims", (before) => sql`received_at < ${before}`),
  rows("begins of checkouts", "desk_checkouts", "checkouts", (before) => sql`created_at < ${before}`),
  rows("steps of checkouts", "checkout_calls", "checkouts", (before) => sql`at < ${before}`),
  rows("ids of webhook events", "webhook_events", "webhookEvents", (before) => sql`received_at < ${before}`),
  rowsWhere("answers of solvency checks", "credit_checks", ({ now, retention }) => {
    // Who was not refused is not remembered: the answer is for requests at the same time.
    const isRefusal = sql`answer->'solvent' = 'false'`;
    return sql`case when ${isRefusal} then ${isOver(sql`asked_at`, retention.creditRefusals, now)}
      else asked_at < ${daysBefore(now, 1)} end`;
  }),
];

function rows(
  about: string,
  table: string,
  keptFor: Exclude<keyof Retention, "documents" | "orders" | "creditRefusals">,
  isOld: (before: Date) => RawBuilder<unknown>,
): PurgePart {
  return rowsWhere(about, table, ({ now, retention }) => isOld(daysBefore(now, retention[keptFor])));
}

function rowsWhere(about: string, table: string, isOld: (context: PurgeContext) => RawBuilder<unknown>): PurgePart {
  const from = sql.table(table);
  return {
    about,
    async count(context) {
      const old = isOld(context);
      const counted = await sql<{ count: number }>`select count(*)::int as count from ${from} where ${old}`.execute(
        context.db,
      );
      return counted.rows[0]?.count ?? 0;
    },
    remove: (context) =>
      runBatches(async () => {
        const old = isOld(context);
        const removed = await sql`
          delete from ${from} where ctid = any(array(select ctid from ${from} where ${old} limit ${BATCH}))`.execute(
          context.db,
        );
        return Number(removed.numAffectedRows ?? 0n);
      }),
  };
}

import { sql } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { Handle } from "#server/platform/database/database.ts";

/** The login codes that expire after a moment: sent, used, expired until now, and expired without a use. */
export async function countCodes(db: Handle, { since, now }: { readonly since: Date; readonly now: Date }) {
  // Old codes are purged every night, and a limit bounds how many there are.
  const { rows } = await sql<Readonly<Record<"sent" | "used" | "ended" | "unused", number>>>`
    select count(*)::int as sent, count(used_at)::int as used,
      (count(*) filter (where expires_at <= ${now}))::int as ended,
      (count(*) filter (where expires_at <= ${now} and used_at is null))::int as unused
    from sms_codes where expires_at > ${since}`.execute(db);
  return rows[0] ?? { sent: 0, used: 0, ended: 0, unused: 0 };
}

/** The states of the login codes that expire in a span. */
export async function readCodes(db: Handle, { from, until }: Span, now: Date): Promise<readonly Figure<"codes">[]> {
  const { rows } = await sql<Figure<"codes">>`
    select case when used_at is not null then 'used' when expires_at <= ${now} then 'expired' else 'open' end as state,
      count(*)::int as codes
    from sms_codes where expires_at >= ${from} and expires_at < ${until} group by 1`.execute(db);
  return rows;
}

/** When the oldest login code expires. */
export const OLDEST_CODE = sql`(select min(expires_at) from sms_codes)`;

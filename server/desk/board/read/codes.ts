import { sql } from "kysely";
import type { Span } from "#core/desk/board.ts";
import type { Figure } from "#core/desk/figures.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { CODE_LIFE_MS } from "#server/sale/account/sms-login.ts";

/** The states of the login codes that were sent in a span. */
export async function readCodes(db: Handle, { from, until }: Span, now: Date): Promise<readonly Figure<"codes">[]> {
  // A row has only the time at which its code expires.
  const ends = (at: Date) => new Date(at.getTime() + CODE_LIFE_MS);
  const { rows } = await sql<Figure<"codes">>`
    select case when used_at is not null then 'used' when expires_at <= ${now} then 'expired' else 'open' end as state,
      count(*)::int as codes
    from sms_codes where expires_at >= ${ends(from)} and expires_at < ${ends(until)} group by 1`.execute(db);
  return rows;
}

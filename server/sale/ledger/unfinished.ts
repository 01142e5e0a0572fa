import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

/** How many payments of a provider are not finished: open, paid without an order yet, or to be refunded. */
export type Unfinished = { readonly provider: string; readonly count: number };

/** The providers that still have unfinished payments. */
export function unfinishedPayments(db: Handle): Promise<readonly Unfinished[]> {
  return run(
    db,
    statement<Unfinished>`
      select provider, count(*)::int as count from payments
      where state in ('open', 'paid') or (refund_requested_at is not null and state <> 'refunded')
      group by provider order by provider`,
  );
}

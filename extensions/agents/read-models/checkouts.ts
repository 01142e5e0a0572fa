import { sql, type RawBuilder } from "kysely";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { fragment, run, statement } from "#server/platform/database/statement.ts";
import { isOver } from "#server/platform/jobs/receivers.ts";

/** How far the checkouts are that platforms prepare. `taken`: a person continues it in their browser. */
export const AGENT_STATES = ["prepared", "taken", "ordered", "canceled"] as const;
export type AgentState = (typeof AGENT_STATES)[number];

/** Returns how many of the checkouts created since a given time are in each state. */
export async function countAgentCheckouts(db: ReadHandle, since: Date): Promise<ReadonlyMap<AgentState, number>> {
  const rows = await run(
    db,
    statement<{ state: AgentState; count: number }>`
      select case when o.id is not null then 'ordered' when a.canceled_at is not null then 'canceled'
        when a.opened_at is not null then 'taken' else 'prepared' end as state, count(*)::int as count
      from agent_checkouts a left join orders o on o.checkout_id = a.checkout_id
      where a.created_at > ${since} group by 1`,
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}

/** Refusals after which a platform is no longer told about an order: about three days. */
export const MAX_TELL_FAILURES = 14;

/** Failures from which on a platform counts as not reached: about ten minutes. */
const NOT_REACHED = 3;

/** Returns the orders of which platforms could not be told: `waiting` for another attempt, and `given_up`. */
export async function countUntold(db: ReadHandle): Promise<Readonly<Record<"waiting" | "given_up", number>>> {
  const [counts] = await run(
    db,
    statement<{ waiting: number; given_up: number }>`
      select count(*) filter (where tell_failures < ${MAX_TELL_FAILURES})::int as waiting,
        count(*) filter (where tell_failures >= ${MAX_TELL_FAILURES})::int as given_up
      from agent_checkouts where tell_failures >= ${NOT_REACHED}`,
  );
  return counts ?? { waiting: 0, given_up: 0 };
}

/** SQL condition: a checkout with this id exists. */
export const hasCheckout = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from checkouts c where c.id = ${id})`;

/** An order of which a platform has to be told. `mark` changes with everything that the platform is shown. */
export type Untold = { readonly id: string; readonly number: string; readonly url: string; readonly mark: string };

/** When platforms are told: now, about orders since a time. */
type Period = { readonly now: Date; readonly since: Date };

/**
 * SQL for the orders of which platforms that may be told now have not been told everything yet. The mark does not
 * change while an order is on hold or when it is released, because platforms must not learn of it.
 */
const untold = ({ now, since }: Period) => fragment`(
  select candidates.id, candidates.platform, number, created_at, url, mark from (
    select a.id, a.platform, o.number, o.created_at, a.webhook_url as url, a.told, concat_ws('/',
      case o.status when 'cancelled' then 'cancelled' else 'open' end, o.progress,
      (select count(*) from order_reports r where r.order_id = o.id),
      e.state, e.progress) as mark
    from agent_checkouts a join orders o on o.checkout_id = a.checkout_id left join esims e on e.order_id = o.id
    where a.webhook_url is not null and o.created_at > ${since} and a.tell_failures < ${MAX_TELL_FAILURES}
      and ${isOver(fragment`a.tell_again_at`, now)}) as candidates
    left join agent_receivers r on r.platform = candidates.platform
  where told is distinct from mark and ${isOver(fragment`r.again_at`, now)}) as untold`;

/** Returns the platforms that have to be told about an order. */
export async function platformsWithNews(db: ReadHandle, period: Period): Promise<readonly string[]> {
  const rows = await run(db, statement<{ platform: string }>`select distinct platform from ${untold(period)}`);
  return rows.map(({ platform }) => platform);
}

/** Returns orders of which a platform has to be told, oldest first. */
export function untoldOrders(
  db: ReadHandle,
  platform: string,
  period: Period,
  limit: number,
): Promise<readonly Untold[]> {
  return run(
    db,
    statement<Untold>`
      select id, number, url, mark from ${untold(period)} where platform = ${platform}
      order by created_at limit ${limit}`,
  );
}

/** Returns the platforms that accept nothing, with the time of their first failure. */
export function failingPlatforms(
  db: ReadHandle,
): Promise<readonly { readonly receiver: string; readonly since: Date }[]> {
  return run(
    db,
    statement<{ receiver: string; since: Date }>`
      select substring(platform from '//([^/?#]+)') as receiver, min(failing_since) as since
      from agent_receivers group by 1 order by 2`,
  );
}

import { sql, type RawBuilder } from "kysely";
import type { ReadHandle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

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

/** SQL condition: a checkout with this id exists. */
export const hasCheckout = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from checkouts c where c.id = ${id})`;

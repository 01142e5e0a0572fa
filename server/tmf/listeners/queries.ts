import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";

export type Listener = { readonly id: string; readonly callback: string; readonly eventType: string | null };

/** Registers a listener of a system. It is told of orders that are placed from now on. Returns its id. */
export async function addListener(
  db: Handle,
  integrator: string,
  { callback, eventType }: Omit<Listener, "id">,
): Promise<string> {
  const [row] = await run(
    db,
    statement<{ id: string }>`
      insert into tmf_listeners (integrator, callback, event_type) values (${integrator}, ${callback}, ${eventType})
      returning id`,
  );
  if (!row) throw new Error("An insert returns its row");
  return row.id;
}

/** Removes a listener. Returns false if the system has none with this id. */
export async function removeListener(db: Handle, integrator: string, id: string): Promise<boolean> {
  const rows = await run(
    db,
    statement`delete from tmf_listeners where integrator = ${integrator} and id::text = ${id} returning id`,
  );
  return rows.length > 0;
}

export async function countListeners(db: Handle, integrator: string): Promise<number> {
  const [row] = await run(
    db,
    statement<{ count: number }>`select count(*)::int as count from tmf_listeners where integrator = ${integrator}`,
  );
  return row?.count ?? 0;
}

type About = { readonly listener: string; readonly order: string };

/** Notes that a listener was told of an order's state. */
export async function noteTold(db: Handle, { listener, order }: About, state: string): Promise<void> {
  await run(
    db,
    statement`
      insert into tmf_told (listener_id, order_id, state) values (${listener}, ${order}, ${state})
      on conflict (listener_id, order_id) do update set state = excluded.state, failures = 0, again_at = null`,
  );
}

/** Notes that a listener could not be told. It is tried again later each time, at most after six hours. */
export async function noteUntold(db: Handle, { listener, order }: About, now: Date): Promise<void> {
  await run(
    db,
    statement`
      insert into tmf_told as t (listener_id, order_id, failures, again_at)
      values (${listener}, ${order}, 1, ${now}::timestamptz + interval '1 minute')
      on conflict (listener_id, order_id) do update set failures = t.failures + 1,
        again_at = ${now}::timestamptz + least(interval '1 minute' * power(2, t.failures), interval '6 hours')`,
  );
}

import type { Database, Handle } from "#server/platform/database/database.ts";
import { LISTENERS_LOCK } from "../tables.ts";
import { fragment, run, statement } from "#server/platform/database/statement.ts";
import { EVENT_PAUSE, isOver, RECEIVER_PAUSE } from "#server/platform/jobs/receivers.ts";

/** A listener of an interface. `eventType`: the one that it wants; null for all. */
export type Listener<Interface extends string = string> = {
  readonly id: string;
  readonly interface: Interface;
  readonly callback: string;
  readonly eventType: string | null;
};

/**
 * Registers a listener of a system. It is told of orders that are placed from now on, and of catalogues after
 * `version`. Returns its id, that of the existing listener if the system has the same one already, or null if it has
 * `most` others. The lock makes both true when a system registers several at once.
 */
export function addListener(
  db: Database,
  integrator: string,
  {
    interface: of,
    callback,
    eventType,
    version,
    now,
    most,
  }: Omit<Listener, "id"> & { readonly version: number; readonly now: Date; readonly most: number },
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await run(tx, statement`select pg_advisory_xact_lock(${LISTENERS_LOCK}, hashtext(${integrator}))`);
    const [row] = await run(
      tx,
      statement<{ id: string }>`
        with same as (
          select id from tmf_listeners
          where integrator = ${integrator} and interface = ${of} and callback = ${callback}
            and event_type is not distinct from ${eventType}
          order by created_at limit 1),
        added as (
          insert into tmf_listeners (integrator, interface, callback, event_type, told_version, created_at)
          select ${integrator}, ${of}, ${callback}, ${eventType}, ${version}, ${now}
          where not exists (select from same)
            and (select count(*) from tmf_listeners where integrator = ${integrator}) < ${most}
          returning id)
        select id from same union all select id from added`,
    );
    return row?.id ?? null;
  });
}

/** Returns the listeners of a system at an interface, oldest first. */
export function listenersOf(db: Handle, integrator: string, of: string): Promise<readonly Listener[]> {
  return run(
    db,
    statement<Listener>`
      select id, interface, callback, event_type as "eventType" from tmf_listeners
      where integrator = ${integrator} and interface = ${of} order by created_at, id`,
  );
}

/** Removes a listener of an interface. Returns false if the system has none with this id. */
export async function removeListener(db: Handle, integrator: string, of: string, id: string): Promise<boolean> {
  const rows = await run(
    db,
    statement`
      delete from tmf_listeners where integrator = ${integrator} and interface = ${of} and id::text = ${id}
      returning id`,
  );
  return rows.length > 0;
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

/** Notes that a listener refused this event. It is tried again later each time, at most after six hours. */
export async function noteRefused(db: Handle, { listener, order }: About, now: Date): Promise<void> {
  await run(
    db,
    statement`
      insert into tmf_told (listener_id, order_id, failures, again_at)
      values (${listener}, ${order}, 1, ${now}::timestamptz + interval '1 minute')
      on conflict (listener_id, order_id) do update set failures = tmf_told.failures + 1,
        again_at = ${now}::timestamptz + (select ${EVENT_PAUSE} from (select tmf_told.failures) as before)`,
  );
}

/** Notes that a listener accepts events. */
export async function noteReached(db: Handle, listener: string): Promise<void> {
  await run(
    db,
    statement`
      update tmf_listeners set failures = 0, again_at = null, failing_since = null
      where id = ${listener} and failures > 0`,
  );
}

/** Notes that a listener could not be reached. It is left alone for some time. */
export async function noteUnreachable(db: Handle, listener: string, now: Date): Promise<void> {
  await run(
    db,
    statement`
      update tmf_listeners set failures = failures + 1, again_at = ${now}::timestamptz + ${RECEIVER_PAUSE},
        failing_since = coalesce(failing_since, ${now})
      where id = ${listener}`,
  );
}

/** Returns the listeners that have to be told that this version of the catalogue is on sale, or only the given one. */
export function listenersOfCatalogue<Interface extends string>(
  db: Handle,
  interfaces: readonly Interface[],
  {
    now,
    version,
    listener = null,
  }: { readonly now: Date; readonly version: number; readonly listener?: string | null },
): Promise<readonly Listener<Interface>[]> {
  return run(
    db,
    statement<Listener<Interface>>`
      select id, interface, callback, event_type as "eventType" from tmf_listeners
      where interface = any(${interfaces}::text[]) and told_version is distinct from ${version}
        and ${isOver(fragment`again_at`, now)} and (${listener}::uuid is null or id = ${listener}::uuid)
      order by created_at`,
  );
}

export async function noteCatalogueTold(db: Handle, listener: string, version: number): Promise<void> {
  await run(db, statement`update tmf_listeners set told_version = ${version} where id = ${listener}`);
}

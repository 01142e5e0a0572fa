import type { WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { laneOf, type LaneName } from "./lanes.ts";
import type { JobName } from "./tasks.ts";

/**
 * The channel that names the lanes of new jobs, separated by commas, just before graphile-worker's own notification in
 * the same transaction.
 */
export const LANES_CHANNEL = "kasse:lanes";
const JOBS_CHANNEL = "jobs:insert";

/** Returns the lanes of jobs as sent on `LANES_CHANNEL`. */
export const lanesNotice = (names: readonly JobName[]): string => [...new Set(names.map(laneOf))].join(",");

/**
 * Keeps a lane from looking for jobs that are all of other lanes: graphile-worker's notification does not say whose
 * they are, so every lane of every process would ask the database. Without a notice about its lanes, such as from an
 * older version or a timetable, a notification is passed on as it is.
 */
export function ignoreOtherLanes(events: WorkerEvents, lane: LaneName): void {
  const listeners = new WeakMap<pg.PoolClient, (message: pg.Notification) => void>();
  events.on("pool:listen:success", ({ client }) => {
    const named = new Map<number, readonly string[]>();
    const listener = (message: pg.Notification) => {
      if (message.channel === LANES_CHANNEL) named.set(message.processId, message.payload?.split(",") ?? []);
      if (message.channel !== JOBS_CHANNEL) return;
      const lanes = named.get(message.processId);
      named.delete(message.processId);
      // graphile-worker's own listener comes next, and looks for as many jobs as the notification counts.
      if (lanes && !lanes.includes(lane)) message.payload = JSON.stringify({ count: 0 });
    };
    listeners.set(client, listener);
    client.on("notification", listener);
    // If it fails, so does graphile-worker's own LISTEN on this connection, and it connects again.
    client.query(`listen "${LANES_CHANNEL}"`).catch(() => undefined);
  });
  events.on("pool:listen:release", ({ client }) => {
    const listener = listeners.get(client);
    if (listener) client.off("notification", listener);
    client.query(`unlisten "${LANES_CHANNEL}"`).catch(() => undefined);
  });
}

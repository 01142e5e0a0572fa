import type { Logger } from "pino";
import type { Zone } from "#core/document/zone-reading.ts";
import type { Periods } from "#server/config/periods.ts";
import { createLane, LaneFailure } from "#server/platform/worker-threads/lane.ts";
import { createCapacity } from "#server/platform/capacity.ts";

export type ReadingPeriods = Pick<Periods, "readingWait" | "readingLimit">;

export type ReadingLane = {
  /**
   * Returns the zone in a stored picture; null if none can be read or too many others are waiting. Holders with the
   * fewest pictures go first.
   */
  read(jpeg: Buffer, holder: string): Promise<Zone | null>;
  stop(): Promise<void>;
};

/** Starts the process that reads machine-readable zones (ADR 9): one picture at a time, at low priority. */
export function createReadingLane(log: Logger, periods: ReadingPeriods): ReadingLane {
  const lane = createLane({
    script: new URL("reading-worker.ts", import.meta.url),
    kind: "process",
    workers: 1,
    maxWaiting: 1,
    timeLimitMs: periods.readingLimit,
    environment: { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" },
  });
  const slots = createCapacity({ size: 1, share: 1, waitMs: periods.readingWait, maxWaiting: 100 });
  return {
    async read(jpeg, holder) {
      const slot = await slots.enter(1, holder);
      if (!slot) return null;
      try {
        return (await lane.run("readPictureZone", [jpeg])) as Zone | null;
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        log.error({ err: error }, "reading of a document was abandoned");
        return null;
      } finally {
        slot.release();
      }
    },
    stop: () => lane.stop(),
  };
}

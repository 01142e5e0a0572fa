import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { createLane, LaneFailure } from "#server/platform/worker-threads/lane.ts";
import { createCapacity } from "#server/platform/capacity.ts";
import { PICTURE, type Picture } from "./picture.ts";

/** Too many other pictures are waiting. */
type Busy = { readonly kind: "busy" };

export type PictureLane = {
  /** Reads a picture as soon as the holder gets a slot. Holders with the fewest pictures in progress go first. */
  read(bytes: Buffer, holder: string): Promise<Picture | Busy>;
  /** The memory reserved for pictures in progress, in bytes. */
  readonly reserved: number;
  stop(): Promise<void>;
};

/**
 * Number of processes: one for each processor that the shop leaves free, but at most two, because each can use
 * `PICTURE.memory`.
 */
const PROCESSES = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * Starts the processes that decode pictures (ADR 17). Their allocator returns a picture's memory at once (glibc), and
 * they decode on one libuv thread.
 */
export function createPictureLane(log: Logger): PictureLane {
  const lane = createLane({
    script: new URL("picture-worker.ts", import.meta.url),
    kind: "process",
    workers: PROCESSES,
    maxWaiting: PROCESSES,
    timeLimitMs: 2 * PICTURE.seconds * 1000,
    environment: {
      UV_THREADPOOL_SIZE: "1",
      MALLOC_ARENA_MAX: "2",
      MALLOC_MMAP_THRESHOLD_: "262144",
      MALLOC_TRIM_THRESHOLD_: "1048576",
    },
  });
  const slots = createCapacity({ size: PROCESSES, share: PROCESSES, waitMs: 20_000, maxWaiting: 1000 });
  return {
    async read(bytes, holder) {
      const slot = await slots.enter(1, holder);
      if (!slot) return { kind: "busy" };
      const decode = async () => (await lane.run("readPicture", [bytes])) as Picture;
      try {
        // The process may have ended for another reason than this picture, such as a lack of memory, so try once more.
        return await decode().catch((error: unknown) => {
          if (isEnded(error)) return decode();
          throw error;
        });
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        log.error({ err: error }, "decoding of a picture was abandoned");
        // A picture that ends two decoders is invalid. A timeout may only mean that the machine is busy.
        return { kind: isEnded(error) ? "notAPicture" : "busy" };
      } finally {
        slot.release();
      }
    },
    get reserved() {
      return slots.taken * PICTURE.memory;
    },
    stop: () => lane.stop(),
  };
}

const isEnded = (error: unknown) => error instanceof LaneFailure && error.reason === "ended";

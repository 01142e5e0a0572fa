import { availableParallelism } from "node:os";
import type { Logger } from "pino";
import { createLane, LaneFailure } from "#server/platform/worker-threads/lane.ts";
import { createRoom } from "#server/platform/room.ts";
import { PICTURE, type Picture } from "./picture.ts";

/** Too many other pictures wait. */
type Busy = { readonly kind: "busy" };

export type PictureLane = {
  /** Reads a picture when it is the holder's turn. The one who has fewest pictures in work goes first. */
  read(bytes: Buffer, holder: string): Promise<Picture | Busy>;
  /** The memory in bytes that is reserved for pictures in work. */
  readonly reserved: number;
  stop(): Promise<void>;
};

/** One picture for each processor that is left to the shop, but at most two: each may take `PICTURE.memory`. */
const PROCESSES = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * The processes that decode pictures (ADR 17). Their allocator gives the memory of a picture back at once (glibc), and
 * one thread of libuv's decodes.
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
  const turns = createRoom({ size: PROCESSES, share: PROCESSES, waitMs: 20_000, maxWaiting: 1000 });
  return {
    async read(bytes, holder) {
      const turn = await turns.enter(1, holder);
      if (!turn) return { kind: "busy" };
      const decode = async () => (await lane.run("readPicture", [bytes])) as Picture;
      try {
        // A process that ended may have been the victim of something else, such as a lack of memory.
        return await decode().catch((error: unknown) => {
          if (isEnded(error)) return decode();
          throw error;
        });
      } catch (error) {
        if (!(error instanceof LaneFailure)) throw error;
        log.error({ err: error }, "a picture was given up");
        // What two decoders do not survive is no picture; what takes too long may be a busy machine's.
        return { kind: isEnded(error) ? "notAPicture" : "busy" };
      } finally {
        turn.release();
      }
    },
    get reserved() {
      return turns.taken * PICTURE.memory;
    },
    stop: () => lane.stop(),
  };
}

const isEnded = (error: unknown) => error instanceof LaneFailure && error.reason === "ended";

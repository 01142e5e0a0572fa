import type { Logger } from "pino";

/** Work that is repeated until it is stopped. `stop` waits for the run that is under way. */
export type Repeating = { stop(): Promise<void> };

type Options = {
  /** The pause between two runs, in ms. */
  readonly everyMs: number;
  /** Begins with a pause. */
  readonly pausesFirst?: true;
  /** What the log says of a run that failed. The next one tries again. */
  readonly failed: string;
  readonly log: Pick<Logger, "warn">;
};

/** Repeats work. Runs never overlap, however slow they are. A run may return another pause before the next one, in ms. */
export function repeat(work: () => Promise<number | null>, { everyMs, pausesFirst, failed, log }: Options): Repeating {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const turn = async (): Promise<void> => {
    const pause = await work().catch((error: Error) => {
      log.warn({ error: error.message }, failed);
      return null;
    });
    if (!stopped) timer = setTimeout(next, pause ?? everyMs).unref();
  };
  const next = () => {
    running = turn();
  };
  if (pausesFirst) timer = setTimeout(next, everyMs).unref();
  else next();
  return {
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

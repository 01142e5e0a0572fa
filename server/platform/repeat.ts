import type { Logger } from "pino";

/** Work that is repeated until it is stopped. `stop` waits until the current run has ended. */
export type Repeating = { stop(): Promise<void> };

type Options = {
  /** The pause between two runs, in ms. */
  readonly everyMs: number;
  /** Waits for `everyMs` before the first run. */
  readonly pausesFirst?: true;
  /** The log message when a run fails. The work is still repeated. */
  readonly failed: string;
  readonly log: Pick<Logger, "warn">;
};

/**
 * Repeats work. Runs never overlap, however slow they are. A run can return the pause before the next one, in ms; with
 * null, the pause is `everyMs`.
 */
export function repeat(work: () => Promise<number | null>, { everyMs, pausesFirst, failed, log }: Options): Repeating {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const runOnce = async (): Promise<void> => {
    const pause = await work().catch((error: Error) => {
      log.warn({ error: error.message }, failed);
      return null;
    });
    if (!stopped) timer = setTimeout(next, pause ?? everyMs).unref();
  };
  const next = () => {
    running = runOnce();
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

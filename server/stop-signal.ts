import { setTimeout as delay } from "node:timers/promises";

/**
 * SIGTERM: drains for so long, in ms, while a balancer notices, and then stops. SIGINT, as of Ctrl+C, and a second signal stop at once.
 */
export function onStopSignal(drainMs: number, drain: () => void, stop: () => Promise<void>): void {
  const hurry = new AbortController();
  let stopping: Promise<void> | undefined;
  const stopAfter = async (ms: number): Promise<void> => {
    drain();
    await delay(ms, null, { signal: hurry.signal }).catch(() => undefined);
    await stop();
  };
  const begin = (ms: number) => {
    if (stopping) hurry.abort();
    else stopping = stopAfter(ms);
  };
  process.on("SIGTERM", () => begin(drainMs));
  process.on("SIGINT", () => begin(0));
}

import { constants, setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/**
 * Lets this worker compute only when nobody else wants to: a tenth of the processor's time if somebody does. Threads that a process
 * starts later have its priority. Only Linux has a priority for each thread; elsewhere, a thread would lower that of the whole shop.
 */
export function lowerPriority(): void {
  if (isMainThread || process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

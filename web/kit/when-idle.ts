/** Time that a new page gets for its own requests and rendering, in ms. */
const BUSY_MS = 500;

/** Runs an action once more urgent work has had time to finish. Returns a function that cancels it. */
export function whenIdle(action: () => void): () => void {
  const timer = setTimeout(action, BUSY_MS);
  return () => clearTimeout(timer);
}

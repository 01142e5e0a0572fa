/** Time in which a page that has just changed needs the network and the processor for itself, in ms. */
const BUSY_MS = 500;

/** Runs an action when the page has had time for what is more urgent. Returns the function that cancels it. */
export function whenIdle(action: () => void): () => void {
  const timer = setTimeout(action, BUSY_MS);
  return () => clearTimeout(timer);
}

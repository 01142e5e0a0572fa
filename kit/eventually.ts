/** How long a state may take, in ms: long, so that on a busy machine only what never comes fails. */
const PATIENCE_MS = 120_000;

/** Waits until `look` returns something. Throws with the description of what was waited for. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false | null>,
  withinMs = PATIENCE_MS,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

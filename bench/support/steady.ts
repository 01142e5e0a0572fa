/**
 * Runs an action `perSecond` times a second without waiting for earlier runs, so that slow responses do not lower the
 * rate.
 */
export async function steadily(
  perSecond: number,
  seconds: number,
  act: (index: number) => Promise<void>,
): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const wait = began + (index * 1000) / perSecond - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(act(index));
  }
  await Promise.all(running);
}

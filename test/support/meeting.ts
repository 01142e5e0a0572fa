/**
 * Returns a barrier at which a number of callers wait for each other, so that calls really race; later callers pass.
 */
export function meeting(callers: number): () => Promise<void> {
  let open = () => {};
  const all = new Promise<void>((resolve) => (open = resolve));
  let come = 0;
  return async () => {
    come += 1;
    if (come === callers) open();
    await all;
  };
}

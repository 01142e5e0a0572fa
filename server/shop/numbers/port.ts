/** Numbers that are asked for. `id` is the same when the same ones are asked for again. */
export type NumberRequest = { readonly id: string; readonly quantity: number };

/** The operator's system that has the numbers. */
export type NumberPoolPort = {
  /** Reserves numbers for this shop and returns them as MSISDNs; fewer, or none, if it has no more. Throws Unavailable. */
  reserve(request: NumberRequest): Promise<readonly string[]>;
};

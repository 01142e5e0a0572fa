/**
 * Ends a request after so many ms, or earlier with the given signal. Throws in a browser that has no such signals, so
 * it is called where a failure of the request is handled.
 */
export function deadline(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Whether a request failed because it took too long. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

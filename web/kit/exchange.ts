/**
 * Returns a signal that aborts a request after the given number of ms, or earlier if the given signal does. Throws in a
 * browser without these functions, so call it where request failures are handled.
 */
export function deadline(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** A server's response. `body` is the parsed JSON, or null if it is not JSON. */
type ServerResponse = {
  readonly status: number;
  readonly ok: boolean;
  readonly body: unknown;
  readonly headers: Headers;
};
/** Why no response arrived. */
export type Lost = "timeout" | "aborted" | "network";

/** Sends a request and reads the response. If none arrives, it returns the reason instead of throwing. */
export async function exchange(
  send: (signal: AbortSignal) => Promise<Response>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ServerResponse | Lost> {
  try {
    const response = await send(deadline(timeoutMs, signal));
    const body: unknown = await response.json().catch(() => null);
    return { status: response.status, ok: response.ok, body, headers: response.headers };
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    return isLate ? "timeout" : signal?.aborted ? "aborted" : "network";
  }
}

/** Returns the path of a call with its `:name` parameters filled in, followed by the query. */
export function addressOf(
  path: string,
  {
    params = {},
    query,
  }: { readonly params?: Readonly<Record<string, string>>; readonly query?: Record<string, string> },
): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const text = String(new URLSearchParams(query));
  return text === "" ? filled : `${filled}?${text}`;
}

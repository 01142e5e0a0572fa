/** Which host each proposal was shown to, as stored in the browser: pairs of the session's id and the host's origin. */
type Shown = readonly (readonly [id: string, host: string])[];

/** How many proposals are remembered. */
const KEPT = 10;

function read(stored: string | null): Shown {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(value) ? value.filter((each): each is Shown[number] => Array.isArray(each)) : [];
  } catch {
    return [];
  }
}

/** Notes that a host was shown a proposal. The first one keeps it. Returns what to store. */
export function withHost(stored: string | null, id: string, host: string): string {
  const shown = read(stored);
  return JSON.stringify(shown.some(([known]) => known === id) ? shown : [...shown, [id, host]].slice(-KEPT));
}

/**
 * Whether a host may read about a checkout: the one whose page showed its proposal. Another listed host can have the
 * same storage, if it is on the same site.
 */
export const isHostOf = (stored: string | null, id: string, host: string): boolean =>
  read(stored).some(([known, by]) => known === id && by === host);

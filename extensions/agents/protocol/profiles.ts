import { refuse, type ProtocolResult } from "./failures.ts";
import { fetchProfile, PROFILE_TTL, type FetchedProfile } from "./fetch-profile.ts";
import type { Outgoing } from "./outgoing.ts";
import type { PlatformProfile } from "./platform-profile.ts";

/** The profiles of platforms, which are fetched when they are needed and kept for a while. */
export type Profiles = {
  /** Returns a profile that may be used now. */
  get(url: URL): Promise<ProtocolResult<PlatformProfile>>;
  /**
   * Fetches a profile again, because a signature names a key that it does not have. Returns null if that is too early:
   * it is done once a minute for the profiles of an origin (UCP overview, Fetching).
   */
  refresh(url: URL): Promise<PlatformProfile | null>;
  /** Notes that a platform has proved who it is. Its profile is then dropped last when there are too many. */
  noteProven(url: URL): void;
};

/** Times in milliseconds, and numbers. */
export type ProfileLimits = {
  /** The time for one fetch. */
  readonly timeoutMs: number;
  /** How many profiles are kept. */
  readonly kept: number;
  /** How many fetches of profiles that could never be fetched before may begin in a minute. */
  readonly unknownPerMinute: number;
  /** The pause after a failed fetch, which doubles with each further one. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
};

export const PROFILE_LIMITS: ProfileLimits = {
  timeoutMs: 3000,
  kept: 500,
  unknownPerMinute: 60,
  pauseMs: 2000,
  longestPauseMs: 600_000,
};

const MINUTE = 60_000;

type Kept = ProtocolResult<PlatformProfile>;

/** What is known about an address. `until`: the end of the time for which `result` is used; `failures`: in sequence. */
type Entry = {
  readonly result: Kept;
  readonly fetchedAt: number;
  readonly until: number;
  readonly failures: number;
  readonly isProven: boolean;
};

/**
 * Creates the store of profiles of this process. `elapsed`: a time in ms that only goes forward, so that a wrong clock
 * leaves no pause behind. What it costs does not depend on how many profiles strangers name:
 * number of entries and of fetches are limited, an address is fetched once at a time, and a failing one ever less often
 * (UCP overview, Fetching).
 */
export function createProfiles({
  outgoing,
  elapsed: time = () => performance.now(),
  limits = PROFILE_LIMITS,
  budgeted,
}: {
  readonly outgoing: Outgoing;
  readonly elapsed?: () => number;
  readonly limits?: ProfileLimits;
  /** Whether fetches of unknown profiles are limited; not those of profiles that the operator has listed. */
  readonly budgeted: boolean;
}): Profiles {
  /** In the order of their last use. */
  const entries = new Map<string, Entry>();
  const running = new Map<string, Promise<Kept>>();
  const refreshes = new Map<string, number>();
  let budget = { minute: 0, used: 0 };

  /** Counts a fetch of an unknown profile; returns the seconds to wait if there are too many. */
  function overBudget(): number | null {
    const minute = Math.floor(time() / MINUTE);
    if (budget.minute !== minute) budget = { minute, used: 0 };
    if (budget.used >= limits.unknownPerMinute) return secondsUntil((minute + 1) * MINUTE);
    budget.used += 1;
    return null;
  }

  const secondsUntil = (end: number) => Math.max(1, Math.ceil((end - time()) / 1000));

  function keep(key: string, entry: Entry): void {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size <= limits.kept) return;
    const unproven = [...entries].find(([each, { isProven }]) => each !== key && !isProven)?.[0];
    entries.delete(unproven ?? [...entries.keys()][0] ?? "");
  }

  /** Fetches a profile, or waits for the fetch of it that has begun. */
  function fetchOnce(url: URL): Promise<Kept> {
    const key = url.href;
    const begun = running.get(key);
    if (begun) return begun;
    const fetching = fetchNow(url).finally(() => running.delete(key));
    running.set(key, fetching);
    return fetching;
  }

  async function fetchNow(url: URL): Promise<Kept> {
    const fetched = await fetchProfile(url, { outgoing, timeoutMs: limits.timeoutMs });
    const before = entries.get(url.href);
    // A refresh that fails does not take away a profile that may still be used.
    if (!fetched.ok && before?.result.ok && before.until > time()) return before.result;
    const entry = entryOf(fetched, before);
    keep(url.href, entry);
    return entry.result;
  }

  function entryOf(fetched: ProtocolResult<FetchedProfile>, before: Entry | undefined): Entry {
    const fetchedAt = time();
    const isProven = before?.isProven ?? false;
    if (fetched.ok) {
      const { profile, ttlMs } = fetched.value;
      return { result: { ok: true, value: profile }, fetchedAt, until: fetchedAt + ttlMs, failures: 0, isProven };
    }
    const failures = (before?.failures ?? 0) + 1;
    const pause = Math.min(limits.pauseMs * 2 ** (failures - 1), limits.longestPauseMs);
    return { result: fetched, fetchedAt, until: fetchedAt + pause, failures, isProven };
  }

  return {
    async get(url) {
      const key = url.href;
      const known = entries.get(key);
      if (known && known.until > time()) {
        keep(key, known);
        if (known.result.ok) return known.result;
        return { ok: false, failure: { ...known.result.failure, retryAfter: secondsUntil(known.until) } };
      }
      const isKnown = running.has(key) || known?.isProven === true || known?.result.ok === true;
      const wait = budgeted && !isKnown ? overBudget() : null;
      if (wait !== null) return refuse("temporarily_unavailable", { retryAfter: wait });
      return fetchOnce(url);
    },
    async refresh(url) {
      if (!running.has(url.href)) {
        const known = entries.get(url.href);
        const earliest = time() - PROFILE_TTL.least;
        if (!known || known.fetchedAt > earliest || (refreshes.get(url.origin) ?? -Infinity) > earliest) return null;
        refreshes.delete(url.origin);
        refreshes.set(url.origin, time());
        if (refreshes.size > limits.kept) refreshes.delete([...refreshes.keys()][0] ?? "");
      }
      const result = await fetchOnce(url);
      return result.ok ? result.value : null;
    },
    noteProven(url) {
      const known = entries.get(url.href);
      if (known && !known.isProven) entries.set(url.href, { ...known, isProven: true });
    },
  };
}

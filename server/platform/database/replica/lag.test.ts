import { describe, expect, test } from "vitest";
import { lagOf, MAX_LAG_MS, problemOf, withReached, type Reached, type Seen } from "./lag.ts";

const reached = (...steps: readonly (readonly [position: number, at: number])[]) =>
  steps.reduce<readonly Reached[]>(
    (history, [position, at]) => withReached(history, { position: BigInt(position), at }),
    [],
  );

describe("the lag", () => {
  test("is the time since the primary was where the replica is", () => {
    const history = reached([100, 1000], [200, 3000], [300, 5000]);
    expect([300n, 299n, 200n, 100n].map((replayed) => lagOf(history, replayed, 5000))).toEqual([0, 2000, 2000, 4000]);
  });

  test("stays 0 while an idle primary writes nothing", () => {
    expect(lagOf(reached([100, 1000], [100, 3000], [100, 500_000]), 100n, 500_000)).toBe(0);
  });

  test("stays known of a replica that is behind, however long the primary is idle", () => {
    const idle = Array.from({ length: 1500 }, (_, index) => [200, 2000 + index] as const);
    expect(lagOf(reached([100, 1000], ...idle), 150n, 4000)).toBe(3000);
  });

  test("counts from the primary's last moment at the position, not from its first", () => {
    expect(lagOf(reached([100, 1000], [100, 60_000], [200, 62_000]), 150n, 62_000)).toBe(2000);
  });

  test("grows while a replica that has lost its primary, or that pauses, stays where it is", () => {
    let history = reached([100, 1000]);
    const lags = [3000, 5000, 7000].map((at) => {
      history = withReached(history, { position: BigInt(at), at });
      return lagOf(history, 100n, at);
    });
    expect(lags).toEqual([2000, 4000, 6000]);
  });

  test("is not known of a replica that was behind before the first check, even if the primary is idle since", () => {
    expect(lagOf(reached([100, 1000], [100, 9000]), 99n, 9000)).toBeNull();
    expect(lagOf([], 99n, 9000)).toBeNull();
  });

  test("remembers a bounded number of positions, and forgets the oldest first", () => {
    const history = reached(...Array.from({ length: 1500 }, (_, index) => [index, index] as const));
    expect([history.length, history[0]?.position, history.at(-1)?.position]).toEqual([1000, 500n, 1499n]);
  });
});

describe("why reads do not go to the replica, or null", () => {
  const standby = (lagMs: number | null, at = 0): Seen => ({ kind: "standby", at, lagMs });

  test.each<[name: string, seen: Seen, now: number, problem: string | null]>([
    ["without lag", standby(0), 0, null],
    ["with the longest lag", standby(MAX_LAG_MS), 0, null],
    ["with more lag", standby(12_400), 0, "the replica is 12 s behind"],
    ["with a little more lag", standby(MAX_LAG_MS + 1), 0, "the replica is 10 s behind"],
    ["with an unknown lag", standby(null), 0, "the replica has not caught up since the start"],
    ["some time after the last check", standby(4000, 1000), 1000 + MAX_LAG_MS - 4000, null],
    ["too long after it", standby(4000, 1000), 1001 + MAX_LAG_MS - 4000, "the replica is 10 s behind"],
    ["if it is the primary itself", { kind: "primary" }, 1_000_000, null],
    ["if it was promoted", { kind: "promoted" }, 0, "the replica was promoted, and is a database of its own now"],
    ["if it is another database", { kind: "foreign" }, 0, "DATABASE_READ_URL is another database"],
    ["if it failed", { kind: "failed", error: "refused" }, 0, "refused"],
  ])("%s", (_name, seen, now, problem) => expect(problemOf(seen, now)).toBe(problem));
});

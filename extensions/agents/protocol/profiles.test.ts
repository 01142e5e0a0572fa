import { describe, expect, test } from "vitest";
import { platformProfile, testKey } from "../test/platform.ts";
import { fetchProfile, ttlOf } from "./fetch-profile.ts";
import type { Outgoing, PlatformAnswer, Unanswered } from "./outgoing.ts";
import { createProfiles, PROFILE_LIMITS, type ProfileLimits } from "./profiles.ts";

const GOOD: PlatformAnswer = { status: 200, headers: {}, text: JSON.stringify(platformProfile({})) };
const URL_1 = new URL("https://one.example/ucp");
const URL_2 = new URL("https://two.example/ucp");

/** Profiles with a clock and a network that a test controls. */
function setUp({ budgeted = false, limits = {} }: { budgeted?: boolean; limits?: Partial<ProfileLimits> } = {}) {
  const world = {
    answer: GOOD as PlatformAnswer | Unanswered,
    ms: Date.parse("2026-11-27T12:00:00Z"),
    asked: [] as string[],
    held: null as Promise<void> | null,
  };
  const outgoing: Outgoing = {
    async send({ url }) {
      world.asked.push(url.href);
      await world.held;
      return world.answer;
    },
    stop: async () => undefined,
  };
  const elapsed = () => world.ms;
  const profiles = createProfiles({ outgoing, elapsed, budgeted, limits: { ...PROFILE_LIMITS, ...limits } });
  const code = async (url = URL_1) => {
    const result = await profiles.get(url);
    return result.ok ? "ok" : result.failure.code;
  };
  return { world, profiles, code };
}

describe("a profile", () => {
  test("is kept for a minute, also if the platform does not want that", async () => {
    const { world, code } = setUp();
    world.answer = { ...GOOD, headers: { "cache-control": "no-store" } };
    expect(await code()).toBe("ok");
    world.ms += 59_999;
    expect(await code()).toBe("ok");
    expect(world.asked).toHaveLength(1);
    world.ms += 1;
    expect(await code()).toBe("ok");
    expect(world.asked).toHaveLength(2);
  });

  test.each([
    ["public, max-age=600", 600],
    ["public,max-age=600,immutable", 600],
    ["Max-Age=600", 600],
    ["max-age=5", 60],
    ["max-age=86400", 3600],
    ["max-age=99999999999999", 60],
    ["s-maxage=600", 60],
    ["private", 60],
  ])("with Cache-Control %s is kept for %d seconds", (header, seconds) => {
    expect(ttlOf(header)).toBe(seconds * 1000);
  });

  test("is fetched once, however many requests need it at the same time", async () => {
    const { world, code } = setUp();
    let release = () => {};
    world.held = new Promise((resolve) => (release = resolve));
    const all = Promise.all([code(), code(), code()]);
    release();
    expect(await all).toEqual(["ok", "ok", "ok"]);
    expect(world.asked).toHaveLength(1);
  });

  test("that is no longer available is not used after its time", async () => {
    const { world, code } = setUp();
    await code();
    world.ms += 60_000;
    world.answer = "unreachable";
    expect(await code()).toBe("profile_unreachable");
  });
});

describe("a platform that fails", () => {
  const redirect = "The platform's profile is a redirect, which is not followed.";
  test.each([
    ["unresolvable", "invalid_profile_url", "The host of the profile's address has no public address."],
    ["unreachable", "profile_unreachable", "The platform's profile was not answered in time."],
    [{ ...GOOD, status: 300 }, "profile_unreachable", redirect],
    [{ ...GOOD, status: 399 }, "profile_unreachable", redirect],
    [{ ...GOOD, status: 400 }, "profile_unreachable", "The platform's profile was answered with status 400."],
    [{ ...GOOD, status: 500 }, "profile_unreachable", "The platform's profile was answered with status 500."],
    [{ ...GOOD, text: null }, "profile_malformed", "The platform's profile is compressed or larger than 64 kB."],
    [{ ...GOOD, text: "no" }, "profile_malformed", "The platform's profile is not JSON."],
  ] as const)("with %j is refused: %s, %s", async (answer, code, text) => {
    const outgoing: Outgoing = { send: async () => answer, stop: async () => undefined };
    expect(await fetchProfile(URL_1, { outgoing, timeoutMs: 1 })).toMatchObject({ failure: { code, text } });
  });

  test("is asked for JSON of at most 64 kB, within the time limit", async () => {
    const sent: unknown[] = [];
    const send = async (message: unknown) => {
      sent.push(message);
      return GOOD;
    };
    await fetchProfile(URL_1, { outgoing: { send, stop: async () => undefined }, timeoutMs: 7 });
    const headers = { accept: "application/json" };
    expect(sent).toEqual([{ url: URL_1, method: "GET", headers, timeoutMs: 7, maxBytes: 65_536 }]);
  });

  test("is asked ever less often, and again at once after a success", async () => {
    const { world, code } = setUp();
    world.answer = "unreachable";
    const times: number[] = [];
    const start = world.ms;
    for (; world.ms < start + 3_600_000; world.ms += 1000) {
      const before = world.asked.length;
      await code();
      if (world.asked.length > before) times.push((world.ms - start) / 1000);
    }
    expect(times.slice(0, 6)).toEqual([0, 2, 6, 14, 30, 62]);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBe(600);
    world.ms += 600_000;
    world.answer = GOOD;
    expect(await code()).toBe("ok");
    world.ms += 60_000;
    world.answer = "unreachable";
    expect(await code()).toBe("profile_unreachable");
    world.ms += 2000;
    world.answer = GOOD;
    expect(await code()).toBe("ok");
  });

  test("is told when it may try again", async () => {
    const { world, profiles } = setUp();
    world.answer = "unreachable";
    await profiles.get(URL_1);
    world.ms += 500;
    expect(await profiles.get(URL_1)).toMatchObject({ failure: { retryAfter: 2 } });
  });
});

describe("a refresh", () => {
  const renewed: PlatformAnswer = { ...GOOD, text: JSON.stringify(platformProfile({}, testKey("new"))) };
  const kids = async (profiles: ReturnType<typeof setUp>["profiles"], url = URL_1) =>
    (await profiles.refresh(url))?.keys.map(({ kid }) => kid) ?? null;

  test("is done once a minute for each origin, and not for a profile that has just been fetched", async () => {
    const { world, profiles, code } = setUp();
    world.answer = { ...renewed, headers: { "cache-control": "public, max-age=3600" } };
    const sibling = new URL("https://one.example/other");
    await code();
    await code(sibling);
    expect(await kids(profiles)).toBeNull();
    world.ms += 60_000;
    expect(await kids(profiles)).toEqual(["new"]);
    expect(await kids(profiles, sibling)).toBeNull();
    world.ms += 59_999;
    expect(await kids(profiles)).toBeNull();
    expect(await kids(profiles, sibling)).toBeNull();
    world.ms += 1;
    expect(await kids(profiles, sibling)).toEqual(["new"]);
    expect(world.asked).toHaveLength(4);
  });

  test("is shared by all requests that wait for it", async () => {
    const { world, profiles, code } = setUp();
    world.answer = { ...renewed, headers: { "cache-control": "public, max-age=3600" } };
    await code();
    world.ms += 60_000;
    expect(await Promise.all([kids(profiles), kids(profiles), kids(profiles)])).toEqual([["new"], ["new"], ["new"]]);
    expect(world.asked).toHaveLength(2);
  });

  test("that fails leaves the profile that may still be used", async () => {
    const { world, profiles, code } = setUp();
    world.answer = { ...GOOD, headers: { "cache-control": "public, max-age=3600" } };
    await code();
    world.ms += 60_000;
    world.answer = "unreachable";
    expect(await kids(profiles)).toEqual([]);
    expect(await code()).toBe("ok");
  });

  test("of a profile that nobody has fetched is not done", async () => {
    const { world, profiles } = setUp();
    expect(await kids(profiles)).toBeNull();
    expect(world.asked).toEqual([]);
  });
});

describe("unknown platforms", () => {
  const stranger = (at: number) => new URL(`https://stranger-${at}.example/`);

  test("are fetched a limited number of times a minute; known ones always", async () => {
    const { world, profiles, code } = setUp({ budgeted: true, limits: { unknownPerMinute: 3 } });
    await code();
    world.ms += 60_000;
    for (const at of [1, 2, 3]) expect(await code(stranger(at))).toBe("ok");
    expect(await profiles.get(stranger(4))).toMatchObject({
      failure: { code: "temporarily_unavailable", status: 503, retryAfter: 60 },
    });
    expect(await code()).toBe("ok");
    world.ms += 60_000;
    expect(await code(stranger(4))).toBe("ok");
  });

  test("that fail count each time", async () => {
    const { world, code } = setUp({ budgeted: true, limits: { unknownPerMinute: 2, pauseMs: 1000 } });
    world.answer = "unreachable";
    await code();
    world.ms += 1000;
    await code();
    world.ms += 2000;
    expect(await code()).toBe("temporarily_unavailable");
    expect(world.asked).toHaveLength(2);
  });

  test("count once if several requests wait for them, and not at all once they have proved who they are", async () => {
    const { world, profiles, code } = setUp({ budgeted: true, limits: { unknownPerMinute: 1 } });
    expect(await Promise.all([code(), code()])).toEqual(["ok", "ok"]);
    expect(await code(URL_2)).toBe("temporarily_unavailable");
    profiles.noteProven(URL_1);
    world.ms += 60_000;
    world.answer = "unreachable";
    expect(await code()).toBe("profile_unreachable");
    expect(await code(URL_2)).toBe("profile_unreachable");
    world.ms += 2000;
    world.answer = GOOD;
    expect(await code()).toBe("ok");
    expect(await code(URL_2)).toBe("temporarily_unavailable");
  });

  test("cannot have proved who they are before their profile is fetched", async () => {
    const { profiles, code } = setUp();
    profiles.noteProven(URL_1);
    expect(await code()).toBe("ok");
  });

  test("are not limited if the operator has listed them", async () => {
    const { code } = setUp({ limits: { unknownPerMinute: 0 } });
    expect(await code()).toBe("ok");
  });

  test("are forgotten first, the least recently used of them, before one that has proved who it is", async () => {
    const { world, profiles, code } = setUp({ limits: { kept: 3 } });
    await code(URL_1);
    profiles.noteProven(URL_1);
    await code(URL_2);
    await code(stranger(1));
    await code(URL_2);
    // What was proved stays so when the profile is fetched again.
    world.ms += 60_000;
    await code(URL_1);
    await code(URL_2);
    await code(stranger(2));
    world.asked.length = 0;
    for (const url of [URL_1, URL_2, stranger(2)]) expect(await code(url)).toBe("ok");
    expect(world.asked).toEqual([]);
    await code(stranger(1));
    expect(world.asked).toEqual([stranger(1).href]);
  });

  test("are forgotten even if all have proved who they are", async () => {
    const { world, profiles, code } = setUp({ limits: { kept: 2 } });
    for (const url of [URL_1, URL_2, stranger(1)]) {
      await code(url);
      profiles.noteProven(url);
    }
    world.asked.length = 0;
    await code(URL_1);
    expect(world.asked).toEqual([URL_1.href]);
  });
});

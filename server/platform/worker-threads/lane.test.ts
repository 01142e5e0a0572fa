import { constants } from "node:os";
import { afterEach, describe, expect, test } from "vitest";
import { createLane, type Lane } from "./lane.ts";

const TIME_LIMIT_MS = 1000;

let lane: Lane;
const open = (kind: "process" | "thread", timeLimitMs = 10_000) =>
  (lane = createLane({
    script: new URL("../../../test/support/lane-worker.ts", import.meta.url),
    kind,
    workers: 1,
    maxWaiting: 2,
    timeLimitMs,
    environment: { GIVEN: "1" },
  }));
afterEach(() => lane.stop());

/**
 * Waits until the next worker does the work. A busy machine can need more than the time limit to start it, so it is
 * called repeatedly.
 */
const worksAgain = () => expect.poll(() => lane.run("echo", [1]).catch(() => null), { timeout: 60_000 }).toBe(1);

describe.each(["process", "thread"] as const)("a lane with a %s", (kind) => {
  test("returns what the work returns, and bytes as bytes", async () => {
    const bytes = Buffer.from([0, 255, 1]);
    const answer = (await open(kind).run("echo", [bytes])) as Uint8Array;
    expect(Buffer.from(answer).equals(bytes)).toBe(true);
  });

  test("passes on the work's own errors", async () => {
    await expect(open(kind).run("fail", [])).rejects.toThrow("a mistake of the work");
  });

  test("reports that a worker ended, and works with another one", async () => {
    await expect(open(kind).run("end", [])).rejects.toMatchObject({ reason: "ended" });
    expect(await lane.run("echo", [1])).toBe(1);
  });

  test("ends a worker after the time limit, and works with another one", async () => {
    await expect(open(kind, TIME_LIMIT_MS).run("wait", [60_000])).rejects.toMatchObject({ reason: "timeout" });
    await worksAgain();
  });

  test("refuses work that would wait behind too many others; those are done", async () => {
    const first = open(kind).run("wait", [200]);
    const waiting = [lane.run("echo", [1]), lane.run("echo", [2])];
    await expect(lane.run("echo", [3])).rejects.toMatchObject({ reason: "full" });
    await first;
    expect(await Promise.all(waiting)).toEqual([1, 2]);
  });

  test("starts again after it was stopped", async () => {
    await open(kind).run("echo", [1]);
    await lane.stop();
    expect(await lane.run("echo", [2])).toBe(2);
  });
});

test("a frozen process is ended after the time limit or when the lane stops, and another one works", async () => {
  await expect(open("process", TIME_LIMIT_MS).run("freeze", [])).rejects.toMatchObject({ reason: "timeout" });
  await worksAgain();
  const frozen = lane.run("freeze", []).catch((error: Error) => error);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await lane.stop();
  expect(await frozen).toBeInstanceOf(Error);
}, 60_000);

test("a process has a low priority, and only the environment that it is given", async () => {
  expect(await open("process").run("about", [])).toEqual({
    priority: constants.priority.PRIORITY_BELOW_NORMAL,
    environment: ["GIVEN"],
  });
});

import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { repeat } from "./repeat.ts";

const logged: unknown[] = [];
const options = { everyMs: 5, failed: "it failed", log: { warn: (...line: unknown[]) => void logged.push(line) } };

test("runs never overlap, a failure is logged and retried, and a run can request another pause", async () => {
  let now = 0;
  let most = 0;
  let runs = 0;
  const repeating = repeat(async () => {
    most = Math.max(most, (now += 1));
    await delay(15);
    now -= 1;
    runs += 1;
    if (runs === 1) throw new Error("once");
    return runs === 3 ? 60_000 : null;
  }, options);
  await expect.poll(() => runs).toBe(3);
  await delay(40);
  expect([runs, most]).toEqual([3, 1]);
  expect(logged).toEqual([[{ error: "once" }, "it failed"]]);
  await repeating.stop();
});

test("a stop waits for the current run, and no other follows", async () => {
  let ended = 0;
  const repeating = repeat(async () => {
    await delay(30);
    ended += 1;
    return 0;
  }, options);
  await repeating.stop();
  expect(ended).toBe(1);
  await delay(20);
  expect(ended).toBe(1);
});

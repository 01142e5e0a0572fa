import { expect, test, vi } from "vitest";
import { createCapacity } from "./capacity.ts";

const options = { size: 10, share: 6, waitMs: 50, maxWaiting: 3 };

test("when the capacity is used up, requests wait in order; a large one is not overtaken", async () => {
  const room = createCapacity(options);
  const [first, second] = [await room.enter(6, "a"), await room.enter(4, "b")];
  const order: string[] = [];
  const third = room.enter(5, "c").then(() => order.push("c"));
  const fourth = room.enter(1, "d").then(() => order.push("d"));
  expect(room.taken).toBe(10);
  second?.release();
  // The small one would fit now, but the large one came first.
  await Promise.resolve();
  expect(order).toEqual([]);
  first?.release();
  await Promise.all([third, fourth]);
  expect(order).toEqual(["c", "d"]);
  expect(room.taken).toBe(6);
});

test("a holder with many requests does not delay a holder with one", async () => {
  const room = createCapacity({ ...options, share: 10 });
  const order: string[] = [];
  const places = [await room.enter(5, "many"), await room.enter(5, "many")];
  const all = ["many", "many", "many", "one"].map((holder) =>
    room.enter(5, holder).then((place) => {
      order.push(holder);
      place?.release();
    }),
  );
  for (const place of places) place?.release();
  await Promise.all(all);
  expect(order[0]).toBe("one");
  const whole = await room.enter(10, "many");
  order.splice(0);
  const again = ["many", "many", "one"].map((holder) =>
    room.enter(10, holder).then((place) => {
      order.push(holder);
      place?.release();
    }),
  );
  whole?.release();
  await Promise.all(again);
  expect(order).toEqual(["one", "many", "many"]);
});

test("a holder has at most its share, and others pass it in the queue", async () => {
  const room = createCapacity(options);
  await room.enter(6, "a");
  const again = room.enter(1, "a");
  expect(await room.enter(4, "b")).not.toBeNull();
  expect(await again).toBeNull();
});

test("a request larger than a share takes the share", async () => {
  const room = createCapacity(options);
  const place = await room.enter(100, "a");
  expect(room.taken).toBe(6);
  place?.release();
  place?.release();
  expect(room.taken).toBe(0);
});

test("waiting ends after its time, and the next one in the queue is admitted", async () => {
  vi.useFakeTimers();
  try {
    const room = createCapacity(options);
    await room.enter(6, "a");
    const large = room.enter(6, "b");
    await vi.advanceTimersByTimeAsync(30);
    const small = room.enter(4, "c");
    await vi.advanceTimersByTimeAsync(25);
    expect(await large).toBeNull();
    expect(await small).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test("too many waiting are refused at once", async () => {
  const room = createCapacity({ ...options, waitMs: 10_000 });
  const place = await room.enter(6, "a");
  const waiting = [1, 2, 3].map(() => room.enter(6, "b"));
  expect(await room.enter(1, "c")).toBeNull();
  place?.release();
  (await waiting[0])?.release();
  (await waiting[1])?.release();
  expect(await waiting[2]).not.toBeNull();
});

import { expect, test } from "vitest";
import { newId, newSecretId } from "./ids.ts";

test("newer rows have greater ids", async () => {
  const ids: string[] = [];
  for (let times = 0; times < 5; times += 1) {
    ids.push(newId());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("secret ids of the same moment share only their beginning", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const ids = Array.from({ length: 1000 }, () => newSecretId(now));
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) {
    expect(id).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(id.slice(0, 8)).toBe(newSecretId(now).slice(0, 8));
  }
  // 24 characters of six random bits: each position takes many values.
  for (let at = 8; at < 32; at += 1) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(55);
});

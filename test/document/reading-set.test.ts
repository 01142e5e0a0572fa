import { afterAll, expect, inject, test } from "vitest";
import { CONDITIONS } from "../../tools/documents/page.ts";
import { documentSet, readSetPhoto } from "../support/document-set.ts";

/** The usual run takes some of each condition, and all that are blurred, where mistakes are likeliest; the long one takes them all. */
const every = inject("long") ? 1 : 5;
const photos = documentSet().filter(({ condition }, at) => at % every === 0 || condition === "blurred");
const SHARP_GOAL = 0.95;
/** A photo's reading in the shop's process may take so long, in ms; a quiet machine needs a fifth (`npm run bench:documents`). */
const LIMIT_MS = 15_000;

const complete = new Map(CONDITIONS.map((condition) => [condition, { read: 0, all: 0 }]));

test.each(photos)("$file: nothing is read that is not printed", { timeout: LIMIT_MS }, async (photo) => {
  const outcome = await readSetPhoto(photo);
  const counted = complete.get(photo.condition);
  if (counted) {
    counted.all += 1;
    counted.read += outcome.complete ? 1 : 0;
  }
  expect(outcome.wrong).toEqual([]);
});

afterAll(() => {
  const sharp = complete.get("sharp");
  expect((sharp?.read ?? 0) / (sharp?.all ?? 1)).toBeGreaterThanOrEqual(SHARP_GOAL);
  // What is not sharp is often read all the same; without that, the conditions would test nothing.
  expect(complete.get("dark")?.read).toBeGreaterThan(0);
});

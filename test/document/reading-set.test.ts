import { afterAll, expect, inject, test } from "vitest";
import { CONDITIONS } from "../../tools/documents/page.ts";
import { documentSet, readSetPhoto } from "../support/document-set.ts";
import { SEED } from "../support/seeded.ts";

const LONG = inject("long");
/** The usual run takes every twelfth photo, begun at the run's seed; the long one takes all. */
const every = LONG ? 1 : 12;
const photos = documentSet().filter((_, at) => at % every === SEED % every);
const SHARP_GOAL = 0.95;
/**
 * A photo's reading in the shop's process may take so long, in ms; a quiet machine needs a twentieth (`npm run
 * bench:documents`).
 */
const LIMIT_MS = 60_000;

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
  const sharp = complete.get("sharp") ?? { read: 0, all: 1 };
  // Of a few photos one may be among those that are not read.
  expect(sharp.read).toBeGreaterThanOrEqual(Math.min(sharp.all * SHARP_GOAL, sharp.all - 1));
  // What is not sharp is often read all the same; without that, the conditions would test nothing.
  if (LONG) expect(complete.get("dark")?.read).toBeGreaterThan(0);
});

import { afterAll, expect, inject, test } from "vitest";
import { CONDITIONS } from "../../tools/documents/page.ts";
import { documentSet, readSetPhoto } from "../support/document-set.ts";
import { SEED } from "../support/seeded.ts";

const LONG = inject("long");
/** The usual run takes every twelfth photo, starting at the run's seed; the long one takes all. */
const every = LONG ? 1 : 12;
const photos = documentSet().filter((_, at) => at % every === SEED % every);
const SHARP_GOAL = 0.95;
/**
 * Maximum time to read a photo in the shop's process, in ms; an idle machine needs a twentieth (`npm run
 * bench:documents`).
 */
const LIMIT_MS = 60_000;

const complete = new Map(CONDITIONS.map((condition) => [condition, { read: 0, all: 0 }]));

test.each(photos)("$file: no value is read that is not printed", { timeout: LIMIT_MS }, async (photo) => {
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
  // Among a few photos, one can be unreadable.
  expect(sharp.read).toBeGreaterThanOrEqual(Math.min(sharp.all * SHARP_GOAL, sharp.all - 1));
  // Photos that are not sharp are often read as well; without that, the conditions would test nothing.
  if (LONG) expect(complete.get("dark")?.read).toBeGreaterThan(0);
});

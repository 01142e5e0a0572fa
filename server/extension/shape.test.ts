import { expect, test } from "vitest";
import { setting } from "#server/config/setting.ts";
import { text } from "#server/config/schemas.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { wrongPart } from "./shape.ts";

const chapterOf = (settings: object) => ({ title: "Kites", settings });

/** Parts that no compiler has seen, and what the operator reads of them. */
const CASES: readonly (readonly [object, string])[] = [
  [{ chapter: null }, "`chapter` must be an object"],
  [{ chapter: chapterOf({ wind: "KITES_WIND" }) }, "`chapter.settings.wind` must be an object"],
  [
    { chapter: chapterOf({ wind: setting("kites wind", text, { default: "", about: "" }) }) },
    "`chapter.settings.wind.name` must have only the characters A to Z, 0 to 9 and _, and begin with a letter",
  ],
  [{ contradictions: "none" }, "`contradictions` must be a list"],
  [{ addresses: { KITES_URL: "http://kites.example" } }, "`addresses.KITES_URL` must be a function"],
  [{ options: { payment: null } }, "`options.payment` must be an object"],
  [
    { options: { paymnet: {} } },
    "`options.paymnet` must be an object with the keys payment, sms, documents and eid only",
  ],
  [{ removed: ["KITES_OLD"] }, "`removed.0` must be a list"],
  [{ removed: [["KITES_OLD", "nothing"]] }, "`removed.0.0` must be a RegExp"],
  [{ limits: { kitesPerAddress: 5 } }, "`limits.kitesPerAddress` must be an object"],
  [{ metrics: { kasse_kites: "kites" } }, "`metrics.kasse_kites` must be an object"],
  [{ locks: { kites: "7" } }, "`locks.kites` must be a number"],
  [{ jobs: ["fly"] }, "`jobs.0` must be an object"],
  [{ jobs: { fly: { timetable: 5 } } }, "`jobs.fly.timetable` must be a text"],
  [{ migrations: "migrations/" }, "`migrations` must be a URL made with `import.meta.url`"],
  [{ load: "./running.ts" }, "`load` must be a function"],
];

test.each(CASES)("%j has a wrong part", (parts, sentence) => {
  expect(wrongPart(parts)).toBe(sentence);
});

test.each(EXTENSIONS)("all parts of $name are parts", (extension) => {
  expect(wrongPart(extension)).toBeNull();
});

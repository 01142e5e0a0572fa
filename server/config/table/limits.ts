import * as v from "valibot";
import { LIMIT_NAMES, limitsWith, type LimitName, type LimitTable } from "../limits.ts";
import { setting } from "../setting.ts";

const MAX_TRIES = 1_000_000_000;

/** Counts of limits by name, parsed into the complete table of limits. */
const limitTable = v.pipe(
  v.string(),
  v.check(
    (text) => readCounts(text) !== null,
    `must be \`name=count …\` with names of docs/settings.md and counts from 1 to ${MAX_TRIES}`,
  ),
  v.transform((text): LimitTable => limitsWith(readCounts(text) ?? {})),
);

/** Parses the counts; null if any part is invalid. */
function readCounts(text: string): Partial<Record<LimitName, number>> | null {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  const counts = parts.map((part) => {
    const [, given, digits] = /^(\w+)=(\d{1,10})$/.exec(part) ?? [];
    const name = LIMIT_NAMES.find((each) => each === given);
    const count = Number(digits);
    return name && count >= 1 && count <= MAX_TRIES ? ([name, count] as const) : null;
  });
  return counts.includes(null) ? null : Object.fromEntries(counts as readonly (readonly [LimitName, number])[]);
}

/** Changes to the default limits (`server/config/limits.ts`). */
export const LIMIT_SETTINGS = {
  limits: setting("LIMITS", limitTable, {
    default: "",
    about:
      "other counts for the limits below, such as `codesInAll=200 callsPerAddress=6000`. Names end with what they count by; a person is a name with a birthday",
  }),
} as const;

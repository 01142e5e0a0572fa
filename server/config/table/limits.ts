import * as v from "valibot";
import { LIMIT_NAMES, limitsWith, type LimitName, type LimitTable } from "../limits.ts";
import { words } from "../list-schemas.ts";
import { setting } from "../setting.ts";

const MAX_TRIES = 1_000_000_000;

const RULE = `must be \`name=count …\`, with names of docs/settings.md and counts from 1 to ${MAX_TRIES}`;

/** Counts of limits by name, parsed into the complete table of limits. */
const limitTable = v.pipe(
  v.string(),
  v.transform((text) => words(text).map(readCount)),
  v.check(
    (counts) => counts.every((each) => typeof each !== "string"),
    ({ input }) => `${RULE}: ${input.filter((each) => typeof each === "string").join("; ")}`,
  ),
  v.transform((counts): LimitTable => limitsWith(Object.fromEntries(counts as readonly Count[]))),
);

type Count = readonly [LimitName, number];

/** Parses `name=count`. Returns what is wrong with it if it is invalid. */
function readCount(part: string): Count | string {
  const [, given = "", digits = ""] = /^(\w+)=(.*)$/.exec(part) ?? [];
  const name = LIMIT_NAMES.find((each) => each === given);
  const count = Number(digits);
  if (given === "") return `"${part}" is no such pair`;
  if (name === undefined) return `"${given}" is no limit`;
  return /^\d{1,10}$/.test(digits) && count >= 1 && count <= MAX_TRIES ? [name, count] : `"${part}" has no such count`;
}

/** Changes to the default limits (`server/config/limits.ts`). */
export const LIMIT_SETTINGS = {
  limits: setting("LIMITS", limitTable, {
    default: "",
    about:
      "other counts for the limits below, such as `codesInAll=200 callsPerAddress=6000`. Names end with what they count by; a person is a name with a birthday",
  }),
} as const;

import { EXTENSIONS } from "#extensions/index.ts";
import type { CheckedSettings } from "./config/config.ts";
import type { Rule } from "./config/rule.ts";
import { PARTNERS } from "./config/together.ts";
import { clashes } from "./extension/compose.ts";
import { contradictionsOf, switchesOf } from "./extension/declared.ts";
import { optionClashes } from "./extension/ports.ts";
import { CORE_SETTINGS, OWN_OPTIONS } from "./config/settings.ts";
import { CORE_LIMITS } from "./config/limits.ts";
import { CORE_METRICS } from "./metric-table.ts";
import { libraryRules } from "./libraries.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { CORE_JOBS } from "#server/platform/jobs/lanes.ts";
import { SECURITY_EVENTS } from "#server/platform/security/events.ts";

/** Rules about settings that only a server has to follow. */
const SERVER_RULES: readonly Rule[] = [
  () =>
    clashes(EXTENSIONS, {
      settings: CORE_SETTINGS,
      jobs: CORE_JOBS,
      limits: CORE_LIMITS,
      metrics: CORE_METRICS,
      locks: Object.values(LOCKS),
      events: Object.keys(SECURITY_EVENTS),
    }),
  () => optionClashes(EXTENSIONS, OWN_OPTIONS),
  ...PARTNERS,
  ...contradictionsOf(EXTENSIONS),
  ...switchesOf(EXTENSIONS),
  ...libraryRules(),
];

/** Returns every mistake in the settings of a server, each as a sentence. */
export const serverMistakes = ({ mistakes, judge }: CheckedSettings): readonly string[] => [
  ...mistakes,
  ...judge(SERVER_RULES),
];

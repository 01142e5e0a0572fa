import { WAITING_KINDS } from "#core/desk/waiting-kinds.ts";
import { countWaiting } from "#server/reports/waiting.ts";
import { each, reading, secondsSince } from "../reading.ts";

export const waiting = reading(
  "what waits",
  ["kasse_waiting", "kasse_waiting_oldest_seconds", "kasse_waiting_late"],
  async ({ db, now, config }) => {
    const counted = await countWaiting(db, { now, config });
    return {
      kasse_waiting: each("kind", WAITING_KINDS, (kind) => counted[kind].count),
      kasse_waiting_oldest_seconds: each("kind", WAITING_KINDS, (kind) => secondsSince(counted[kind].oldest, now)),
      kasse_waiting_late: each("kind", WAITING_KINDS, (kind) => counted[kind].late),
    };
  },
);

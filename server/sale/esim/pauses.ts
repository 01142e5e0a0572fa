import type { EsimProblem } from "./port.ts";

/** How long until the next try, in seconds, by the number of tries that have failed. The last one repeats. */
const PAUSES_S: Readonly<Record<"retry" | "alarm", readonly number[]>> = {
  retry: [3, 10, 30, 120, 600, 1800, 3600],
  alarm: [60, 300, 900, 3600],
};

/**
 * After an answer of downloadOrder that was lost, in seconds. Each repetition may reserve one more profile, so their number is bounded, and
 * they are far apart: a server that is in trouble loses more than one.
 */
const LOST_PAUSES_S = [10, 600, 3600, 21_600];

/** From so many failed tries on, a passing fault needs somebody to look at it: about forty minutes after the first. */
const ALARM_TRIES = 6;

export type NextTry = { readonly pauseS: number | null; readonly alarm: boolean };

/**
 * What follows a problem. `tries`: those that failed, this one included. `lost`: lost answers of downloadOrder, this one included; null if a lost
 * answer costs nothing.
 */
export function nextTry(
  { kind }: EsimProblem,
  { tries, lost }: { readonly tries: number; readonly lost: number | null },
): NextTry {
  if (kind === "failed") return { pauseS: null, alarm: true };
  if (kind === "lost" && lost !== null) {
    const pauseS = LOST_PAUSES_S[lost - 1] ?? null;
    return { pauseS, alarm: pauseS === null || lost > 1 };
  }
  // Another ICCID is tried at once; if that pool was loaded wrongly, it takes somebody to load it again.
  if (kind === "iccidTaken") return { pauseS: 0, alarm: true };
  const pauses = PAUSES_S[kind === "alarm" ? "alarm" : "retry"];
  return {
    pauseS: pauses[Math.min(tries, pauses.length) - 1] ?? 0,
    alarm: kind === "alarm" || tries >= ALARM_TRIES,
  };
}

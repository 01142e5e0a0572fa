/**
 * Why a call at the SM-DP+ did not succeed. `retry`: later it may. `alarm`: it may, when somebody has done something, such as order more profiles.
 * `lost`: nobody knows whether it was carried out. `iccidTaken`: not with this ICCID. `failed`: never. `code` is for the operator and
 * contains no credential.
 */
export type EsimProblem = {
  readonly kind: "retry" | "alarm" | "lost" | "iccidTaken" | "failed";
  readonly code: string;
};
export type EsimResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: EsimProblem };

/** What becomes of the profile of a cancelled order (GSMA SGP.22 5.3.3): it may be ordered again, or never. */
export type FinalStatus = "Available" | "Unavailable";

/** `repeated`: this call was made before for the same order, and may have been carried out. */
type Call = { readonly callId: string; readonly repeated: boolean };

/** Orders eSIM profiles at an SM-DP+ (GSMA ES2+). */
export type EsimPort = {
  /** Whether downloadOrder has to name an ICCID of the operator's pool. */
  readonly byIccid: boolean;
  /** Whether a repeated call id is the same order, which ES2+ does not promise. */
  readonly byCallId: boolean;
  /** What becomes of the profiles of cancelled orders. */
  readonly finalStatus: FinalStatus;
  /** Reserves the profile with an ICCID, or any one of a type. Returns its ICCID as the SM-DP+ writes it. */
  downloadOrder(
    order: Call & { readonly profileType: string; readonly iccid: string | null },
  ): Promise<EsimResult<{ readonly iccid: string }>>;
  /** Makes the profile ready to be installed. Returns what the activation code consists of; the SM-DP+ may have chosen another matching id. */
  confirmOrder(
    order: Call & { readonly iccid: string; readonly matchingId: string },
  ): Promise<EsimResult<{ readonly matchingId: string; readonly smdpAddress: string }>>;
  /** Ends the order of a profile that no phone has downloaded. `matchingId`: null if it was never confirmed. */
  cancelOrder(order: Call & { readonly iccid: string; readonly matchingId: string | null }): Promise<EsimResult<null>>;
};

/** How long until the next try, in seconds, by the number of tries that have failed. The last one repeats. */
const PAUSES_S: Readonly<Record<"retry" | "alarm", readonly number[]>> = {
  retry: [3, 10, 30, 120, 600, 1800, 3600],
  alarm: [60, 300, 900, 3600],
};

/**
 * After an answer of downloadOrder that was lost, in seconds. Each repetition may reserve one more profile, so their
 * number is bounded, and they are far apart: a server that is in trouble loses more than one.
 */
const LOST_PAUSES_S = [10, 600, 3600, 21_600];

/** From so many failed tries on, a passing fault needs somebody to look at it: about forty minutes after the first. */
const ALARM_TRIES = 6;

export type NextTry = { readonly pauseS: number | null; readonly alarm: boolean };

/**
 * What follows a problem. `tries`: those that failed, this one included. `lost`: lost answers of downloadOrder, this
 * one included; null if a lost answer costs nothing.
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

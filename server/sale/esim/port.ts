/**
 * Why a call to the SM-DP+ failed. `retry`: it can succeed later. `alarm`: it can succeed once a person intervenes, for
 * example by ordering more profiles. `lost`: it is unknown whether it was carried out. `iccidTaken`: it cannot succeed
 * with this ICCID. `failed`: it cannot succeed. `code` is for the operator and contains no credential.
 */
export type EsimProblem = {
  readonly kind: "retry" | "alarm" | "lost" | "iccidTaken" | "failed";
  readonly code: string;
};
export type EsimResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: EsimProblem };

/** The final state of the profile when its order is cancelled (GSMA SGP.22 5.3.3): it can be ordered again, or not. */
export type FinalStatus = "Available" | "Unavailable";

/** `repeated`: this call was made before for the same order, and may have been carried out. */
type Call = { readonly callId: string; readonly repeated: boolean };

/** Orders eSIM profiles at an SM-DP+ (GSMA ES2+). */
export type EsimPort = {
  /** Whether downloadOrder must name an ICCID from the operator's pool. */
  readonly byIccid: boolean;
  /** Whether repeating a call id repeats the same order, which ES2+ does not guarantee. */
  readonly byCallId: boolean;
  /** The final state to request for profiles of cancelled orders. */
  readonly finalStatus: FinalStatus;
  /** Reserves the profile with this ICCID, or any profile of a type. Returns its ICCID as the SM-DP+ writes it. */
  downloadOrder(
    order: Call & { readonly profileType: string; readonly iccid: string | null },
  ): Promise<EsimResult<{ readonly iccid: string }>>;
  /**
   * Makes the profile ready for installation. Returns the parts of the activation code; the SM-DP+ may have chosen a
   * different matching id.
   */
  confirmOrder(
    order: Call & { readonly iccid: string; readonly matchingId: string },
  ): Promise<EsimResult<{ readonly matchingId: string; readonly smdpAddress: string }>>;
  /** Cancels the order of a profile that no phone has downloaded. `matchingId`: null if it was never confirmed. */
  cancelOrder(order: Call & { readonly iccid: string; readonly matchingId: string | null }): Promise<EsimResult<null>>;
};

/** Delays before the next attempt in seconds, by the number of failed attempts. The last one repeats. */
const RETRY_DELAYS_S: Readonly<Record<"retry" | "alarm", readonly number[]>> = {
  retry: [3, 10, 30, 120, 600, 1800, 3600],
  alarm: [60, 300, 900, 3600],
};

/**
 * Delays after lost responses to downloadOrder, in seconds. Each repetition may reserve another profile, so there are
 * only few. They are far apart, because a server in trouble loses several responses.
 */
const LOST_DELAYS_S = [10, 600, 3600, 21_600];

/** After this many failed attempts, a temporary fault raises an alarm. That is about forty minutes after the first. */
const ALARM_ATTEMPTS = 6;

export type NextAttempt = { readonly delayS: number | null; readonly alarm: boolean };

/**
 * Returns when to retry after a problem. `tries`: failed attempts, including this one. `lost`: lost responses to
 * downloadOrder, including this one; null if a lost response costs nothing.
 */
export function nextAttempt(
  { kind }: EsimProblem,
  { tries, lost }: { readonly tries: number; readonly lost: number | null },
): NextAttempt {
  if (kind === "failed") return { delayS: null, alarm: true };
  if (kind === "lost" && lost !== null) {
    const delayS = LOST_DELAYS_S[lost - 1] ?? null;
    return { delayS, alarm: delayS === null || lost > 1 };
  }
  // Another ICCID is tried at once. But a person must be told, because the pool may contain wrong ICCIDs and have to be
  // reloaded.
  if (kind === "iccidTaken") return { delayS: 0, alarm: true };
  const delays = RETRY_DELAYS_S[kind === "alarm" ? "alarm" : "retry"];
  return {
    delayS: delays[Math.min(tries, delays.length) - 1] ?? 0,
    alarm: kind === "alarm" || tries >= ALARM_ATTEMPTS,
  };
}

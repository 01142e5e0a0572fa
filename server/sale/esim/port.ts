/**
 * Orders eSIM profiles at an SM-DP+ (GSMA ES2+). Calls are idempotent by their `callId`. Throws Unavailable if a retry may
 * succeed, and an EsimRefused if it will not.
 */
export type EsimPort = {
  /** Reserves a profile of a type. Returns its ICCID. */
  downloadOrder(order: { readonly callId: string; readonly profileType: string }): Promise<{ readonly iccid: string }>;
  /** Makes the profile ready to be installed with a matching id. Returns the address that phones download it from. */
  confirmOrder(order: {
    readonly callId: string;
    readonly iccid: string;
    readonly matchingId: string;
  }): Promise<{ readonly smdpAddress: string }>;
};

/** The SM-DP+ refused permanently. The message is for the operator and contains no credential. */
export class EsimRefused extends Error {
  override readonly name = "EsimRefused";
}

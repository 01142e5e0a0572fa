/**
 * Orders eSIM profiles at an SM-DP+ (GSMA ES2+). A call that is repeated with the same `callId` asks for the same thing.
 * Throws `Unavailable` where it may work later, and an EsimRefused where it never will.
 */
export type EsimPort = {
  /** Reserves a profile of a type; answers its ICCID. */
  downloadOrder(order: { readonly callId: string; readonly profileType: string }): Promise<{ readonly iccid: string }>;
  /** Makes the profile ready to be installed under a matching id; answers where it is fetched from. */
  confirmOrder(order: {
    readonly callId: string;
    readonly iccid: string;
    readonly matchingId: string;
  }): Promise<{ readonly smdpAddress: string }>;
};

/** The SM-DP+ will not do it, now or later. The message is for the operator and names no credential. */
export class EsimRefused extends Error {
  override readonly name = "EsimRefused";
}

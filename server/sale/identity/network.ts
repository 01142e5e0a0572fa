/**
 * Whether a number's SIM has changed. `unknown`: the number is of another network, or there is no usable answer.
 */
export type SimSwapped = "yes" | "no" | "unknown";

/** The operator's mobile network, which knows whose phone a number is on. Each call is paid for. */
export type NetworkPort = {
  /**
   * Returns whether the SIM of an MSISDN has changed in the last hours (1 to 2400). Never throws for an outage, because
   * an outage of the network must not keep customers out (ADR 66).
   */
  simSwapped(msisdn: string, hours: number): Promise<SimSwapped>;
};

import type { EidRefusal } from "#core/form/eid-claims.ts";
import type { Locale } from "#core/text/locale.ts";

/** The verifier's answer about a verification. Claims are as disclosed, unchecked. */
export type EidAnswer =
  | { readonly state: "waiting" }
  | { readonly state: "verified"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly state: "refused"; readonly reason: EidRefusal };

/** The verifier of the Swiss e-ID. Both methods can throw Unavailable. */
export type EidPort = {
  /**
   * Starts a verification. `purpose`: its purpose by language, shown by the wallet. `link` opens a wallet, or is
   * scanned by one.
   */
  begin(purpose: Readonly<Record<Locale, string>>): Promise<{ readonly id: string; readonly link: string }>;
  /** Returns the state of a verification. An id that is unknown to the verifier has expired. */
  ask(id: string): Promise<EidAnswer>;
};

import type { EidRefusal } from "#core/form/eid-claims.ts";
import type { Locale } from "#core/text/locale.ts";

/**
 * The state of a verification according to the verifier. Claims are as disclosed, and unchecked.
 *
 * @public for extensions
 */
export type EidAnswer =
  | { readonly state: "waiting" }
  | { readonly state: "verified"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly state: "refused"; readonly reason: EidRefusal };

/** The verifier of an e-ID. `begin` and `ask` can throw Unavailable. */
export type EidPort = {
  /** The Bearer token with which the verifier reports results. */
  readonly webhookKey: string;
  /** Whether no picture of a document is needed with an e-ID. */
  readonly replacesPicture: boolean;
  /** Returns whether the verifier is not called at present, because it failed repeatedly. */
  isResting(): boolean;
  /**
   * Starts a verification. `purpose`: why it is needed, by language, for the wallet to show. `link` opens a wallet on
   * this device, or can be scanned with one.
   */
  begin(purpose: Readonly<Record<Locale, string>>): Promise<{ readonly id: string; readonly link: string }>;
  /** Asks for the state of a verification. If the verifier does not know the id, the verification has expired. */
  ask(id: string): Promise<EidAnswer>;
};

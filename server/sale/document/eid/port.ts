import type { EidRefusal } from "#core/form/eid-claims.ts";
import type { Locale } from "#core/text/locale.ts";

/** A verification as the verifier has it. Claims are as disclosed, unchecked. */
export type EidAnswer =
  | { readonly state: "waiting" }
  | { readonly state: "verified"; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly state: "refused"; readonly reason: EidRefusal };

/** The verifier of the Swiss e-ID. Both methods throw Unavailable. */
export type EidPort = {
  /** Begins a verification. `purpose`: what it is for, in words that the wallet shows, by language. `link` opens a wallet, or is scanned by one. */
  begin(purpose: Readonly<Record<Locale, string>>): Promise<{ readonly id: string; readonly link: string }>;
  /** How far it is; one that the verifier does not know (any more) has expired. */
  ask(id: string): Promise<EidAnswer>;
};

import type { AgeAnswer, DetailMatches, HolderDetail } from "#core/phone-numbers/holder-match.ts";
import type { LoginSecrets } from "#server/platform/openid-provider.ts";

/**
 * Whether a number's SIM has changed. `notCovered`: the number is of another network. `unanswered`: the network has
 * given no usable answer.
 */
type SimSwapped = "yes" | "no" | "notCovered" | "unanswered";

/** The details of a person that are compared with those of a number's holder. The birthday is `YYYY-MM-DD`. */
export type HolderDetails = Readonly<Record<HolderDetail, string>>;

/**
 * What a customer can share of the network's record of them, with CAMARA's names (KYC Fill-in). No document, because
 * the shop has to see it itself, and no e-mail, because the account has one.
 */
export const NETWORK_RECORD_FIELDS = [
  "phoneNumber",
  "givenName",
  "familyName",
  "gender",
  "birthdate",
  "streetName",
  "streetNumber",
  "houseNumberExtension",
  "postalCode",
  "locality",
  "country",
] as const;
/** What the network has sent, unchecked. */
export type NetworkRecord = { readonly [Field in (typeof NETWORK_RECORD_FIELDS)[number]]?: string | undefined };

/**
 * The operator's mobile network, which knows whose phone a number is on. Answers are paid for. No method throws for an
 * outage, because an outage of the network must not keep customers out (ADR 66).
 */
export type NetworkPort = {
  /** Returns whether the SIM of an MSISDN has changed in the last hours (1 to 2400). */
  simSwapped(msisdn: string, hours: number): Promise<SimSwapped>;
  /**
   * Returns which details of a person match those of a number's holder; null without an answer. An empty detail is not
   * asked about.
   */
  matchHolder(msisdn: string, person: HolderDetails): Promise<DetailMatches | null>;
  /** Returns whether a number's holder, who has these names, has reached an age; null without an answer. */
  holderAge(
    msisdn: string,
    names: Pick<HolderDetails, "givenName" | "familyName">,
    years: number,
  ): Promise<AgeAnswer | null>;
  /**
   * Returns the URL at which the network recognises the phone by its mobile data, without a word to its user. From
   * there the browser returns to `returnAddress`. Null if the network cannot be asked now.
   */
  loginAddress(secrets: LoginSecrets, returnAddress: string): Promise<string | null>;
  /**
   * Returns the MSISDN of the phone whose browser has returned. `returned`: the return URL with the network's
   * parameters. Null if the network did not recognise it, for example on Wi-Fi.
   */
  phoneNumber(secrets: LoginSecrets, returned: URL): Promise<string | null>;
  /**
   * Returns the URL at which the network asks its customer for consent to share the record. From there the browser
   * returns to `returnAddress`. Null if the network cannot be asked now.
   */
  consentAddress(secrets: LoginSecrets, returnAddress: string): Promise<string | null>;
  /** Returns the record of the customer whose browser has returned; null if nothing was shared. */
  sharedRecord(secrets: LoginSecrets, returned: URL): Promise<NetworkRecord | null>;
};

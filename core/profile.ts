/** What is known of a customer beyond the e-mail; kept with the account, refreshed from the customer base at login. */
export type Profile = {
  readonly userId?: string;
  readonly phone?: string;
  readonly contracts?: readonly { readonly contractType: string }[];
  /** The standing of an existing customer; absent for one who is new. */
  readonly solvent?: boolean;
  readonly person?: ProfilePerson;
  readonly address?: ProfileAddress;
};

type ProfilePerson = {
  readonly salutation: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly mobilePhone: string;
};

type ProfileAddress = {
  readonly address: string;
  readonly number: string;
  readonly postal_code: string;
  readonly city: string;
  /** Set when the address is one of the register. */
  readonly address_id?: string;
};

/** The first contract decides whether somebody is a business customer (specification 4). */
export function isBusiness(profile: Profile | null): boolean {
  return profile?.contracts?.[0]?.contractType === "Business";
}

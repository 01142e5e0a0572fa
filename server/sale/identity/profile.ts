import * as v from "valibot";

/**
 * What is known about a customer beyond the e-mail. Stored with the account and refreshed from the customer base at
 * login.
 */
export type Profile = {
  readonly userId?: string;
  readonly phone?: string;
  readonly contracts?: readonly { readonly contractType: string }[];
  /** Whether an existing customer may buy on account; absent for a new customer. */
  readonly solvent?: boolean;
  /** The company of a business customer. */
  readonly organisation?: { readonly name: string; readonly uid?: string };
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
  /** Whose letter box it is, in an account that is not in the customer base. */
  readonly care_of?: string;
  /** As it is printed; in such an account alone, too. */
  readonly po_box?: string;
  /** The address's id in the register of addresses; absent for an address that is not in it. */
  readonly address_id?: string;
};

/** Whether this is a business customer: the first contract decides (specification 4). */
export function isBusiness(profile: Profile | null): boolean {
  return profile?.contracts?.[0]?.contractType === "Business";
}

const text = v.string();

const SCHEMA: v.GenericSchema<unknown, Profile> = v.object({
  userId: v.exactOptional(text),
  phone: v.exactOptional(text),
  contracts: v.exactOptional(v.array(v.object({ contractType: text }))),
  solvent: v.exactOptional(v.boolean()),
  organisation: v.exactOptional(v.object({ name: text, uid: v.exactOptional(text) })),
  person: v.exactOptional(
    v.object({
      salutation: text,
      first_name: text,
      last_name: text,
      day: text,
      month: text,
      year: text,
      mobilePhone: text,
    }),
  ),
  address: v.exactOptional(
    v.object({
      address: text,
      number: text,
      postal_code: text,
      city: text,
      care_of: v.exactOptional(text),
      po_box: v.exactOptional(text),
      address_id: v.exactOptional(text),
    }),
  ),
});

/** What an account has stored of its customer; throws for anything else. */
export const readProfile = (stored: unknown): Profile => v.parse(SCHEMA, stored);

/** A customer in the operator's customer base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/** Lookups in the operator's customer base. Every method may throw Unavailable. */
export type CustomerBase = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /**
   * The customer if the password is right; null otherwise. The base has the passwords that were not set in the shop.
   * It is asked about unknown customers too, and has to take as long for them.
   */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
};

import * as v from "valibot";
import type { CustomerForm, FieldOf } from "#core/form/fields.ts";
import { ADDRESS_FIELDS, fieldsOf } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { stored } from "./stored-form.ts";

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

type ProfilePerson = Readonly<Pick<CustomerForm, (typeof PROFILE_PERSON)[number]>>;
/**
 * A c/o and a P.O. box are in accounts that are not in the customer base; the id is absent for an address that is not
 * in the register of addresses.
 */
type ProfileAddress = Readonly<
  Pick<CustomerForm, FieldOf<"address">> & Partial<Pick<CustomerForm, FieldOf<"delivery" | "register">>>
>;

/** The fields of the form that are kept of a person, and those of the address that may be absent. */
export const PROFILE_PERSON = fieldsOf("name", "birthday", "phone");
const PROFILE_ADDRESS_MORE = fieldsOf("delivery", "register");

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
  person: v.exactOptional(stored(v.object(v.entriesFromList(PROFILE_PERSON, text)))),
  address: v.exactOptional(
    stored(
      v.object({
        ...v.entriesFromList(ADDRESS_FIELDS, text),
        ...v.entriesFromList(PROFILE_ADDRESS_MORE, v.exactOptional(text)),
      }),
    ),
  ),
});

/** What an account has stored of its customer; throws for anything else. */
export const readProfile = (profile: unknown): Profile => v.parse(SCHEMA, profile);

/** A profile as an account stores it, with the spelling of the wire. */
export const storedProfile = ({ person, address, ...rest }: Profile) => ({
  ...rest,
  ...(person && { person: toWire(person) }),
  ...(address && { address: toWire(address) }),
});

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

import * as v from "valibot";
import type { CustomerForm, FieldOf } from "#core/form/fields.ts";
import { ADDRESS_FIELDS, fieldsOf } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { stored } from "./stored-form.ts";

/**
 * Customer data other than the e-mail address. It is stored with the account and refreshed from the customer base at
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
 * Only accounts outside the customer base have a c/o line or a P.O. box. The id is absent if the address register does
 * not have the address.
 */
type ProfileAddress = Readonly<
  Pick<CustomerForm, FieldOf<"address">> & Partial<Pick<CustomerForm, FieldOf<"delivery" | "register">>>
>;

/** Form fields that a profile stores: those of the person, and the optional ones of the address. */
export const PROFILE_PERSON = fieldsOf("name", "birthday", "phone");
const PROFILE_ADDRESS_MORE = fieldsOf("delivery", "register");

/** Returns whether this is a business customer. The first contract decides (specification 4). */
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

/** Parses a stored profile; throws if it is invalid. */
export const readProfile = (profile: unknown): Profile => v.parse(SCHEMA, profile);

/** Returns a profile as it is stored, with the names of its fields on the wire. */
export const storedProfile = ({ person, address, ...rest }: Profile) => ({
  ...rest,
  ...(person && { person: toWire(person) }),
  ...(address && { address: toWire(address) }),
});

/** A customer in the operator's customer base. */
export type BaseCustomer = { readonly userId: string; readonly email: string; readonly profile: Profile };

/** Lookups in the operator's customer base. Every method can throw Unavailable. */
export type CustomerBase = {
  findByEmail(email: string): Promise<BaseCustomer | null>;
  findByMsisdn(msisdn: string): Promise<BaseCustomer | null>;
  /**
   * Returns the customer if the password is right, otherwise null. The base has the passwords that were not set in the
   * shop. It is also called for unknown customers, and must take the same time for them as for known ones.
   */
  checkPassword(email: string, password: string): Promise<BaseCustomer | null>;
};

import * as v from "valibot";
import type { Profile } from "#core/profile.ts";

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

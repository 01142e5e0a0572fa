import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { ADDRESS_FIELDS } from "#core/form/form-fields.ts";
import { fromWire, toWire } from "#core/form/spelling.ts";
import { PROFILE_PERSON, type BaseCustomer } from "#server/sale/identity/profile.ts";

/** A customer in the form that the demo file and the operator's customer base have (docs/operator-systems.md). */
export const BaseRecord = v.object({
  userId: v.string(),
  username: v.string(),
  phone: v.string(),
  contracts: v.array(v.object({ contractType: v.string() })),
  solvent: v.boolean(),
  /** The company of a business customer, with its number in the Swiss business register. */
  organisation: mayBeAbsent(v.object({ name: v.string(), uid: mayBeAbsent(v.string()) })),
  person: v.object(toWire(v.entriesFromList(PROFILE_PERSON, v.string()))),
  address: mayBeAbsent(
    v.object({
      ...toWire(v.entriesFromList(ADDRESS_FIELDS, v.string())),
      address_id: mayBeAbsent(v.string()),
    }),
  ),
});

export function baseCustomerOf(record: v.InferOutput<typeof BaseRecord>): BaseCustomer {
  const { userId, username, phone, contracts, solvent, organisation, person, address } = record;
  const { address_id, ...place } = address ?? {};
  return {
    userId,
    email: username,
    profile: {
      userId,
      phone,
      contracts,
      solvent,
      ...(organisation && { organisation: withoutUndefined(organisation) }),
      person: fromWire(person),
      ...(address && {
        address: {
          ...fromWire(place as Omit<typeof address, "address_id">),
          ...(address_id && { addressId: address_id }),
        },
      }),
    },
  };
}

const withoutUndefined = ({ name, uid }: { readonly name: string; readonly uid?: string | undefined }) => ({
  name,
  ...(uid !== undefined && { uid }),
});

import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { ADDRESS_FIELDS } from "#core/form/form-fields.ts";
import { fromWire, toWire } from "#core/form/spelling.ts";
import { PROFILE_PERSON, type BaseCustomer } from "#server/sale/identity/profile.ts";

/** A text that is empty if the record does not have it. The form asks the customer for what is empty. */
const text = mayBeAbsent(v.string(), "");

/**
 * A customer in the form that the demo file and the operator's customer base have (docs/operator-systems.md). Only what
 * identifies the customer is required.
 */
export const BaseRecord = v.object({
  userId: v.string(),
  username: v.string(),
  phone: mayBeAbsent(v.string()),
  contracts: mayBeAbsent(v.array(mayBeAbsent(v.object({ contractType: mayBeAbsent(v.string()) }))), []),
  /** Absent if the base does not know: the customer is then checked like a new one. */
  solvent: mayBeAbsent(v.boolean()),
  /** The company of a business customer, with its number in the Swiss business register. */
  organisation: mayBeAbsent(v.object({ name: text, uid: mayBeAbsent(v.string()) })),
  person: mayBeAbsent(v.object(toWire(v.entriesFromList(PROFILE_PERSON, text)))),
  address: mayBeAbsent(
    v.object({
      ...toWire(v.entriesFromList(ADDRESS_FIELDS, text)),
      address_id: mayBeAbsent(v.string()),
    }),
  ),
});

export function baseCustomerOf(record: v.InferOutput<typeof BaseRecord>): BaseCustomer {
  const { userId, username, phone, contracts, solvent, organisation, person, address } = record;
  const { address_id, ...place } = address ?? {};
  const typed = contracts.flatMap((contract) =>
    contract?.contractType === undefined ? [] : [{ contractType: contract.contractType }],
  );
  return {
    userId,
    email: username,
    profile: {
      userId,
      ...(phone !== undefined && { phone }),
      contracts: typed,
      ...(solvent !== undefined && { solvent }),
      ...(organisation && !isEmpty(organisation) && { organisation: withoutUndefined(organisation) }),
      ...(person && !isEmpty(person) && { person: fromWire(person) }),
      ...(address &&
        !isEmpty(place) && {
          address: {
            ...fromWire(place as Omit<typeof address, "address_id">),
            ...(address_id && { addressId: address_id }),
          },
        }),
    },
  };
}

/** Returns whether all members are absent or empty, so that the object says nothing. */
const isEmpty = (fields: object) => Object.values(fields).every((value) => value === undefined || value === "");

const withoutUndefined = ({ name, uid }: { readonly name: string; readonly uid?: string | undefined }) => ({
  name,
  ...(uid !== undefined && { uid }),
});

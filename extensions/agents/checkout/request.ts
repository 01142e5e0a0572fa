import * as v from "valibot";
import { Code, Text, mayBeAbsent } from "#contract/schemas/fields.ts";
import { Context } from "../request.ts";

/** A postal address (`types/postal_address.json`); the shop reads these fields. */
const Address = v.looseObject({
  street_address: mayBeAbsent(Text),
  postal_code: mayBeAbsent(Text),
  address_locality: mayBeAbsent(Text),
  address_country: mayBeAbsent(Text),
});

/** A day as ISO 8601 writes it, because others can be read in two ways. */
const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD"));

const PhoneNumber = v.variant("kind", [
  v.strictObject({ kind: v.literal("new") }),
  v.strictObject({ kind: v.literal("chosen"), msisdn: Text }),
  v.strictObject({
    kind: v.literal("transfer"),
    msisdn: mayBeAbsent(Text),
    /** The contract that the number has now. */
    current_contract: mayBeAbsent(v.picklist(["postpaid", "prepaid"])),
    /** The wished day, as `YYYY-MM-DD`; absent for as soon as possible. */
    date: mayBeAbsent(Day),
  }),
]);

/**
 * The shop's extension of a checkout: what UCP does not know and a telecom provider needs. A misspelled field is an
 * error, so that no wish is lost. `prices` is the shop's answer, which platforms send back with an update.
 */
export const Telecom = v.strictObject({
  sim: mayBeAbsent(v.picklist(["card", "esim"])),
  number: mayBeAbsent(PhoneNumber),
  bundles: mayBeAbsent(v.pipe(v.array(Code), v.maxLength(50))),
  insurance: mayBeAbsent(v.boolean()),
  /** In whole CHF a month. */
  credit_limit: mayBeAbsent(v.pipe(v.number(), v.integer(), v.minValue(0))),
  bill: mayBeAbsent(v.picklist(["email", "post"])),
  device_in_full: mayBeAbsent(v.boolean()),
  tv_boxes: mayBeAbsent(v.pipe(v.array(Code), v.maxLength(10))),
  customer: mayBeAbsent(
    v.strictObject({
      salutation: mayBeAbsent(v.picklist(["mrs", "mr"])),
      birthday: mayBeAbsent(Day),
      address: mayBeAbsent(Address),
    }),
  ),
  prices: mayBeAbsent(v.unknown()),
});
export type Telecom = v.InferOutput<typeof Telecom>;

/** Consents of the buyer (`buyer_consent.json`). */
const Consent = v.object({
  analytics: mayBeAbsent(v.boolean()),
  preferences: mayBeAbsent(v.boolean()),
  marketing: mayBeAbsent(v.boolean()),
  sale_of_data: mayBeAbsent(v.boolean()),
});

const Buyer = v.looseObject({
  first_name: mayBeAbsent(Text),
  last_name: mayBeAbsent(Text),
  email: mayBeAbsent(Text),
  phone_number: mayBeAbsent(Text),
  consent: mayBeAbsent(Consent),
});

const LineItem = v.looseObject({
  id: mayBeAbsent(Text),
  /** Lines with a parent are the shop's own: add-ons and fees, which `telecom` describes. */
  parent_id: mayBeAbsent(Text),
  item: v.looseObject({ id: v.pipe(Text, v.nonEmpty()) }),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/**
 * Creates or replaces a checkout (`checkout.json`). Signals, attribution and payment are accepted and not used: the
 * shop takes no payment from a platform, and counts no campaign of a person.
 */
export const CheckoutRequest = v.looseObject({
  line_items: v.pipe(v.array(LineItem), v.minLength(1), v.maxLength(50)),
  buyer: mayBeAbsent(Buyer),
  context: mayBeAbsent(Context),
  telecom: mayBeAbsent(Telecom),
});
export type CheckoutRequest = v.InferOutput<typeof CheckoutRequest>;

import * as v from "valibot";
import { Code, Text } from "#contract/schemas/fields.ts";
import { Context } from "../request.ts";

/** A postal address (`types/postal_address.json`); the shop reads these fields. */
const Address = v.looseObject({
  street_address: v.optional(Text),
  postal_code: v.optional(Text),
  address_locality: v.optional(Text),
  address_country: v.optional(Text),
});

/** A day as ISO 8601 writes it, because others can be read in two ways. */
const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, "must be YYYY-MM-DD"));

const PhoneNumber = v.variant("kind", [
  v.strictObject({ kind: v.literal("new") }),
  v.strictObject({ kind: v.literal("chosen"), msisdn: Text }),
  v.strictObject({
    kind: v.literal("transfer"),
    msisdn: v.optional(Text),
    /** The contract that the number has now. */
    current_contract: v.optional(v.picklist(["postpaid", "prepaid"])),
    /** The wished day, as `YYYY-MM-DD`; absent for as soon as possible. */
    date: v.optional(Day),
  }),
]);

/**
 * The shop's extension of a checkout: what UCP does not know and a telecom provider needs. A misspelled field is an
 * error, so that no wish is lost. `prices` is the shop's answer, which platforms send back with an update.
 */
export const Telecom = v.strictObject({
  sim: v.optional(v.picklist(["card", "esim"])),
  number: v.optional(PhoneNumber),
  bundles: v.optional(v.pipe(v.array(Code), v.maxLength(50))),
  insurance: v.optional(v.boolean()),
  /** In whole CHF a month. */
  credit_limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  bill: v.optional(v.picklist(["email", "post"])),
  device_in_full: v.optional(v.boolean()),
  tv_boxes: v.optional(v.pipe(v.array(Code), v.maxLength(10))),
  customer: v.optional(
    v.strictObject({
      salutation: v.optional(v.picklist(["mrs", "mr"])),
      birthday: v.optional(Day),
      address: v.optional(Address),
    }),
  ),
  prices: v.optional(v.unknown()),
});
export type Telecom = v.InferOutput<typeof Telecom>;

/** Consents of the buyer (`buyer_consent.json`). */
const Consent = v.object({
  analytics: v.optional(v.boolean()),
  preferences: v.optional(v.boolean()),
  marketing: v.optional(v.boolean()),
  sale_of_data: v.optional(v.boolean()),
});

const Buyer = v.looseObject({
  first_name: v.optional(Text),
  last_name: v.optional(Text),
  email: v.optional(Text),
  phone_number: v.optional(Text),
  consent: v.optional(Consent),
});

const LineItem = v.looseObject({
  id: v.optional(Text),
  /** Lines with a parent are the shop's own: add-ons and fees, which `telecom` describes. */
  parent_id: v.optional(Text),
  item: v.looseObject({ id: v.pipe(Text, v.nonEmpty()) }),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/**
 * Creates or replaces a checkout (`checkout.json`). Signals, attribution and payment are accepted and not used: the
 * shop takes no payment from a platform, and counts no campaign of a person.
 */
export const CheckoutRequest = v.looseObject({
  line_items: v.pipe(v.array(LineItem), v.minLength(1), v.maxLength(50)),
  buyer: v.optional(Buyer),
  context: v.optional(Context),
  telecom: v.optional(Telecom),
});
export type CheckoutRequest = v.InferOutput<typeof CheckoutRequest>;

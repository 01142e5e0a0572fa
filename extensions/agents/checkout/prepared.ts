import * as v from "valibot";
import { eachField, FORM_FIELDS, type CustomerForm } from "#core/form/fields.ts";
import { fieldsWhere, STORED_BY } from "#core/form/form-fields.ts";
import { fromWire, toWire } from "#core/form/spelling.ts";
import { SIM_TYPE } from "#core/checkout-record/sim-type.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { StoredRecord } from "#contract/schemas/checkout.ts";
import { recordOf } from "#server/sale/steps/change-record.ts";
import type { ResponseCapabilities } from "../protocol/capabilities.ts";
import type { CheckoutRequest, Telecom } from "./request.ts";

/** The form's fields that a platform may fill: those of steps 4 and 4a without secrets and authorisations. */
const NEVER: readonly (keyof CustomerForm)[] = ["mnpAuthority", "mnpMatch", ...fieldsWhere(({ identity }) => identity)];
export type PreparedForm = Partial<CustomerForm>;

/** What a platform has prepared for a person. It is only a proposal: every step checks it again for the person. */
export type Prepared = {
  /** The id of the variant in the catalogue. */
  readonly variant: string;
  readonly record: CheckoutRecord;
  readonly form: PreparedForm;
  readonly consent: Readonly<Record<string, boolean>> | null;
  /** What the platform and the shop both had when it was prepared; absent in sessions before the embedded protocol. */
  readonly capabilities?: ResponseCapabilities | undefined;
};

/** Returns the record of a variant with the options of the extension. */
export function recordWith(record: CheckoutRecord, telecom: Telecom = {}): CheckoutRecord {
  const { bundles, insurance, credit_limit: limit, bill, device_in_full: deviceInFull, tv_boxes: boxes } = telecom;
  const options = {
    bundles,
    insurance,
    limit,
    deviceInFull,
    postBill: bill === undefined ? undefined : bill === "post",
    tv_device: boxes,
  };
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...record, ...(Object.fromEntries(given) as Partial<CheckoutRecord>) };
}

/** Returns the fields of the form that a platform has filled, as typed. */
export function formFrom({ buyer = {}, telecom = {} }: CheckoutRequest): PreparedForm {
  const { customer = {}, number, sim } = telecom;
  const { address = {} } = customer;
  const [year = "", month = "", day = ""] = (customer.birthday ?? "").split("-");
  const { street, number: houseNumber } = splitStreet(address.street_address ?? "");
  const fields: Readonly<Record<string, string | boolean | undefined>> = {
    firstName: buyer.first_name,
    lastName: buyer.last_name,
    email: buyer.email,
    mobilePhone: buyer.phone_number,
    salutation: customer.salutation && (customer.salutation === "mr" ? "Mr" : "Mrs"),
    ...(customer.birthday !== undefined && { day, month, year }),
    ...(address.street_address !== undefined && { address: street, number: houseNumber }),
    postalCode: address.postal_code,
    city: address.address_locality,
    simType: sim && (sim === "esim" ? SIM_TYPE.esim : SIM_TYPE.card),
    ...(number && numberFields(number)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PreparedForm;
}

function numberFields(number: NonNullable<Telecom["number"]>): PreparedForm {
  if (number.kind === "new") return { mnp: false, newMsisdn: "" };
  if (number.kind === "chosen") return { mnp: false, newMsisdn: number.msisdn };
  return {
    mnp: true,
    mnpMsisdn: number.msisdn ?? "",
    mnpSubscriptionType: number.current_contract === "prepaid" ? "Prepaid" : "Postpaid",
    mnpDate: number.date ?? "",
  };
}

/** Splits a street from its house number, which Swiss addresses have behind it. */
function splitStreet(text: string): { readonly street: string; readonly number: string } {
  const [number = ""] = /(?<=[\s,])\d+ ?[a-z]?$/i.exec(text.trim()) ?? [];
  const street = text.trim().slice(0, text.trim().length - number.length);
  return /\D/.test(street.trim())
    ? { street: street.replace(/[\s,]*$/, ""), number }
    : { street: text.trim(), number: "" };
}

const FIELDS = STORED_BY["4a"].filter((field) => !NEVER.includes(field));
const FORM = v.partial(
  v.object(
    eachField(FIELDS, (field): v.GenericSchema<string | boolean> =>
      FORM_FIELDS[field].kind === "flag" ? v.boolean() : v.string(),
    ),
  ),
);
const PREPARED = v.object({
  variant: v.string(),
  record: StoredRecord,
  form: v.looseObject({}),
  consent: v.nullable(v.record(v.string(), v.boolean())),
  capabilities: v.optional(v.record(v.string(), v.array(v.object({ version: v.string() })))),
});

/** Returns what was prepared as stored in the database, with the names of the form's fields on the wire. */
export const storedPrepared = ({ form, ...rest }: Prepared) => ({ ...rest, form: toWire(form) });

/** Parses what was prepared from the database. */
export function readPrepared(stored: unknown): Prepared {
  const { record, form, ...rest } = v.parse(PREPARED, stored);
  return { ...rest, record: recordOf({ id: null, ...record }), form: v.parse(FORM, fromWire(form)) as PreparedForm };
}

import * as v from "valibot";
import { ALTERNATIVES } from "../../core/catalogue/codes.ts";
import {
  eachField,
  FIELD_NAMES,
  FORM_FIELDS,
  type CustomerForm,
  type FlagField,
  type IdentityField,
} from "../../core/form/fields.ts";
import { fieldsOf, STORED_BY } from "../../core/form/form-fields.ts";
import { toWire } from "../../core/form/spelling.ts";
import { EID_REFUSALS } from "../../core/form/eid-claims.ts";
import { LAST_NUMBER_PAGE } from "../../core/phone-numbers/number-search.ts";
import { StoredRecord } from "./checkout.ts";
import { Chf, DayText, Flag, SearchTerm, Text } from "./fields.ts";

const text = v.optional(v.nullable(Text));
/** What is accepted in a request, for each kind of field. */
const SENT = {
  text,
  /** A string of digits. Numbers are accepted too, because some clients send them. */
  digits: v.optional(v.nullable(v.pipe(v.union([Text, v.number()]), v.transform(String)))),
  /**
   * A flag. Other texts and numbers are accepted here, so that the response can refuse them by the name of their field.
   */
  flag: v.optional(v.nullable(v.union([Flag, Text, v.number()]))),
} as const;
type Sent = { [Field in keyof CustomerForm]: (typeof SENT)[(typeof FORM_FIELDS)[Field]["kind"]] };

/** The whole customer form of steps 4, 4a and 5 (specification 3). `token`, `password` and `username` are ignored. */
export const CustomerFormRequest = v.object({
  ...toWire(eachField(FIELD_NAMES, (field) => SENT[FORM_FIELDS[field].kind]) as Sent),
  country: text,
  /** `review.version` of step 5, only for create-customer, which is refused if the order would differ. */
  review: text,
  /** `agbVersion` of step 5, only for create-customer, which is refused if the terms have changed. */
  agbVersion: text,
});

const optionalText = v.optional(v.string());
const optionalFlag = v.optional(v.boolean());
type Answered = Exclude<(typeof STORED_BY)["4a"][number], IdentityField | "email">;
type Answer = { [Field in Answered]: Field extends FlagField ? typeof optionalFlag : typeof optionalText };
const isAnswered = (field: (typeof STORED_BY)["4a"][number]): field is Answered =>
  field !== "email" && !("identity" in FORM_FIELDS[field]);

/** The fields that steps 4 and 4a stored, or that are on record. */
export const User = v.object({
  ...toWire(
    eachField(STORED_BY["4a"].filter(isAnswered), (field) =>
      FORM_FIELDS[field].kind === "flag" ? optionalFlag : optionalText,
    ) as Answer,
  ),
  email: v.string(),
  country: v.optional(v.string()),
  token: v.optional(v.string()),
  /** The fields that the shopper cannot change (decisions 4, "Locking"). */
  locked: v.optional(v.array(v.string())),
});

export const FilledIn = v.object({
  fields: v.object(toWire(eachField(fieldsOf("name", "birthday", "phone", "address"), () => optionalText))),
});

/** `digits`: digits that the numbers must contain. `page`: counts from 0. */
export const NumbersRequest = v.object({
  digits: v.nullish(SearchTerm),
  page: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LAST_NUMBER_PAGE))),
});
const HeldNumber = v.object({ msisdn: v.string(), secondsLeft: v.number() });
export const Numbers = v.object({
  numbers: v.array(v.string()),
  /** Whether there are more numbers after these. */
  more: v.boolean(),
  /** The number that is held for this checkout. */
  held: v.nullable(HeldNumber),
});
/** Null releases the held number. */
export const HoldNumberRequest = v.object({ msisdn: v.nullable(Text) });
export const NumberHeld = v.object({ held: v.nullable(HeldNumber) });

/** Why an automated check refused credit, and what can be bought instead (DSG 21). */
export const Refusal = v.object({
  /**
   * What the check was based on. `automated`: something else. `limit`: no check was made, because there were too many
   * for this person. `changed`: the person's details have changed since a refusal.
   */
  check: v.picklist(["creditAgency", "ownRecords", "automated", "limit", "changed"]),
  alternatives: v.array(
    v.object({
      kind: v.picklist(ALTERNATIVES),
      /** The record to send to `/checkout` for this alternative. */
      record: StoredRecord,
      name: v.string(),
      billing: Chf,
      oneTime: Chf,
      total: Chf,
      /** Whether a number can be transferred to this alternative. */
      transfer: v.boolean(),
    }),
  ),
  /** The day by which a person decides, if the order is placed nevertheless. */
  decidedBy: DayText,
});
/** `refusal`: set if the order would be put on hold for a person to decide. */
export const CustomerCreated = v.object({ body: v.object({ token: v.string() }), refusal: v.optional(Refusal) });

export const AddressSearchRequest = v.object({ term: SearchTerm });
const AddressParts = {
  city: v.string(),
  street: v.string(),
  zipcode: v.string(),
  house_number: v.string(),
};
export const AddressHit = v.object({ ...AddressParts, full: v.string() });
export const AddressPopulation = v.object(AddressParts);
export const AddressPopulationRequest = v.object({ city: Text, street: Text, zipcode: Text, house_number: Text });
export const PostalCodeTownsRequest = v.object({ zipcode: Text });
export const PostalCodeTowns = v.object({ towns: v.array(v.string()) });

/** `reading`: a secret for `/document-reading`; absent if the shop does not read documents. */
export const Uploaded = v.object({ reading: v.optional(v.string()) });
export const DocumentReadingRequest = v.object({ reading: Text });
/** Dates are `YYYY-MM-DD`. Uncertain fields are absent. */
export const DocumentReading = v.object({
  reading: v.nullable(
    v.object({
      /** Values for the fields of the form. */
      fields: v.object({
        citizenship: v.optional(v.string()),
        identifiedBy: v.optional(v.string()),
        idNo: v.optional(v.string()),
        validUntil: v.optional(v.string()),
      }),
      /** False if this kind of document is not accepted for the contract. */
      offered: v.boolean(),
      /** The holder as the zone spells names: in capital letters without diacritics. */
      person: v.object({
        last_name: v.optional(v.string()),
        first_name: v.optional(v.string()),
        birthday: v.optional(v.string()),
      }),
      /** The fields of step 4 that the document contradicts. */
      differs: v.array(v.picklist(["last_name", "first_name", "birthday"])),
    }),
  ),
});

/** `link`: `swiyu-verify://…`. `secret`: for `/eid-state`. */
export const EidBegun = v.object({ link: v.string(), secret: v.string(), secondsLeft: v.number() });
export const EidStateRequest = v.object({ secret: Text });
export const EidState = v.variant("state", [
  v.object({ state: v.literal("waiting") }),
  v.object({ state: v.literal("refused"), reason: v.picklist(EID_REFUSALS) }),
  v.object({
    state: v.literal("verified"),
    /** Like the reading of a picture, but with all fields of the document. An unknown document type is absent. */
    reading: v.object({
      fields: v.object({
        citizenship: v.string(),
        identifiedBy: v.optional(v.string()),
        idNo: v.string(),
        issueDate: v.string(),
        validUntil: v.string(),
        issuer: v.string(),
      }),
      offered: v.boolean(),
      person: v.object({ last_name: v.string(), first_name: v.string(), birthday: v.string() }),
      differs: v.array(v.picklist(["last_name", "first_name", "birthday"])),
    }),
  }),
]);

/** The secret is in the URL's fragment (after `#`) and is valid for 15 minutes. */
export const PhotoLink = v.object({ url: v.string(), secondsLeft: v.number(), reading: v.optional(v.string()) });
export const PhotoLinkState = v.object({ state: v.picklist(["waiting", "received", "expired"]) });
export const PhotoLinkCheck = v.object({ secondsLeft: v.number() });

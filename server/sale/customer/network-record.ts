import { addressErrors } from "#core/form/address-errors.ts";
import type { CustomerForm, FieldOf } from "#core/form/fields.ts";
import { nameErrors } from "#core/form/name-errors.ts";
import { isSwissMobile } from "#core/phone-numbers/phone.ts";
import { plainSigns } from "#core/text/plain-text.ts";
import { parseDay } from "#core/time/dates.ts";
import type { NetworkRecord } from "#server/sale/identity/network.ts";

type FilledFields = Partial<Pick<CustomerForm, FieldOf<"name" | "birthday" | "phone" | "address">>>;

const SALUTATION_OF: Readonly<Record<string, string>> = { FEMALE: "Mrs", MALE: "Mr" };

/**
 * Returns the fields of the form that a network's record fills in. A field that the form would refuse stays empty, and
 * an address is only taken as a whole and if it is Swiss, because half of one would be a wrong one.
 */
export function filledFields(record: NetworkRecord): FilledFields {
  const said = (field: keyof NetworkRecord) => plainSigns(record[field] ?? "").trim();
  const names = {
    salutation: SALUTATION_OF[said("gender")] ?? "",
    firstName: said("givenName"),
    lastName: said("familyName"),
  };
  const wrong = nameErrors(names);
  const right = Object.entries(names).filter(([field]) => !wrong[field as keyof typeof names]);
  const birthday = parseDay(said("birthdate"));
  const msisdn = said("phoneNumber").replace(/^\+/, "");
  return {
    ...Object.fromEntries(right),
    ...(birthday && { day: String(birthday.day), month: String(birthday.month), year: String(birthday.year) }),
    ...(isSwissMobile(msisdn) && { mobilePhone: msisdn }),
    ...addressIn(said),
  };
}

function addressIn(said: (field: keyof NetworkRecord) => string): Pick<CustomerForm, FieldOf<"address">> | null {
  const address = {
    address: said("streetName"),
    number: said("streetNumber") + said("houseNumberExtension"),
    postalCode: said("postalCode"),
    city: said("locality"),
  };
  const isSwiss = said("country") === "" || said("country") === "CH";
  return isSwiss && Object.keys(addressErrors(address, { takesPoBox: false })).length === 0 ? address : null;
}

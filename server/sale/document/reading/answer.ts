import type { AnswerOf } from "#contract/endpoints.ts";
import type { CustomerForm } from "#core/form/customer-form.ts";
import { dayOf, formatDay, type Day } from "#core/time/dates.ts";
import type { DocumentRules } from "#core/document/documents.ts";
import { documentTypeOf, zoneBirthday, zoneExpiry } from "#core/document/zone-facts.ts";
import { fitsGiven, fitsSurname } from "#core/document/zone-names.ts";
import type { Zone } from "#core/document/zone-reading.ts";
import { countryOfState } from "./states.ts";

export type DocumentReading = NonNullable<AnswerOf<"documentReading">["reading"]>;
type Person = Pick<CustomerForm, "first_name" | "last_name" | "day" | "month" | "year">;

/**
 * What a zone says in terms of the form: values for the fields of step 5, as far as they are certain, and what contradicts the person of
 * step 4, which is for the shopper to decide. Issuer and date of issue are not in a zone.
 */
export function readingOf(
  zone: Zone,
  person: Person | null,
  { documents, today }: { readonly documents: DocumentRules; readonly today: Day },
): DocumentReading {
  const nationality = zone.nationality === null ? null : countryOfState(zone.nationality);
  const issuer = zone.issuer === null ? null : countryOfState(zone.issuer);
  const type =
    nationality !== null && issuer !== null && zone.code !== null
      ? documentTypeOf({ code: zone.code, issuer, nationality }, documents)
      : "undecided";
  const validUntil = zone.expiry === null ? null : zoneExpiry(zone.expiry, today);
  const birthday = zone.birthday === null ? null : zoneBirthday(zone.birthday, today);
  return {
    fields: {
      ...(nationality !== null && { citizenship: nationality }),
      ...(type !== "undecided" && type !== "notOffered" && { identifiedBy: type }),
      ...(zone.number !== null && { idNo: zone.number }),
      ...(validUntil !== null && { validUntil }),
    },
    offered: type !== "notOffered",
    person: {
      ...(zone.names && { last_name: zone.names.surname.join(" "), first_name: zone.names.given.join(" ") }),
      ...(birthday !== null && { birthday }),
    },
    differs: person ? differences(zone, birthday, person) : [],
  };
}

function differences(zone: Zone, birthday: string | null, person: Person): DocumentReading["differs"] {
  const typed = dayOf(person.year, person.month, person.day);
  const { names } = zone;
  return [
    ...(names && !fitsSurname(person.last_name, names) ? (["last_name"] as const) : []),
    ...(names && !fitsGiven(person.first_name, names) ? (["first_name"] as const) : []),
    ...(birthday !== null && typed && formatDay(typed) !== birthday ? (["birthday"] as const) : []),
  ];
}

import { careOfLine } from "./care-of.ts";
import type { AddressFields } from "./customer-form.ts";

/** The lines of an address as on an envelope, without the name. */
export function addressLines({ care_of, address, number, postal_code, city }: AddressFields): readonly string[] {
  return [careOfLine(care_of), `${address} ${number}`, `${postal_code} ${city}`]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

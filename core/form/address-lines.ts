import { careOfLine } from "../address/care-of.ts";
import type { AddressFields } from "./customer-form.ts";

/** The lines of an address as on an envelope, without the name. */
export function addressLines({ care_of, po_box = "", ...home }: AddressFields): readonly string[] {
  const { address, number, postal_code, city } = home;
  return [careOfLine(care_of), `${address} ${number}`, po_box, `${postal_code} ${city}`]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

import { careOfLine } from "../address/care-of.ts";
import type { AddressFields } from "./fields.ts";

/** Returns the lines of an address as on an envelope, without the person's name. */
export function addressLines({ careOf, poBox = "", ...home }: AddressFields): readonly string[] {
  const { address, number, postalCode, city } = home;
  return [careOfLine(careOf), `${address} ${number}`, poBox, `${postalCode} ${city}`]
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

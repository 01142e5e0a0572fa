import { isPoBox, readPoBox } from "../address/po-box.ts";
import { readPostalCode } from "../person/typed-text.ts";
import type { AddressFields } from "./fields.ts";
import {
  onlyMistakes,
  signsMistake,
  textMistake,
  type FieldMistake,
  type FormContext,
  type FormErrors,
} from "./mistakes.ts";

/** Checks a house number. It can be empty, because some houses have none. */
function houseNumberMistake(text: string): FieldMistake | null {
  return text.trim() === "" ? null : signsMistake(text.trim(), "number");
}

/** Checks a c/o line. It can be empty, because most people have their own letter box. */
const careOfMistake = (text: string): FieldMistake | null =>
  text.trim() === "" ? null : signsMistake(text.trim(), "careOf");

type PoBoxContext = Pick<FormContext, "takesPoBox">;

/**
 * Checks a street. It is required in addition to a P.O. box, because the law and the solvency check need the home
 * address.
 */
function streetMistake(typed: string, { takesPoBox }: PoBoxContext): FieldMistake | null {
  const { street, poBox } = readPoBox(typed);
  if (poBox === "") return textMistake(typed, "address");
  return takesPoBox ? textMistake(street, "address") : "noPoBox";
}

function poBoxMistake(typed: string, { takesPoBox }: PoBoxContext): FieldMistake | null {
  if (typed.trim() === "") return null;
  if (!takesPoBox) return "noPoBox";
  return isPoBox(typed) ? null : "poBox";
}

/** Postal codes of Liechtenstein, which Swiss Post delivers to (9485–9498). */
const LIECHTENSTEIN = /^94(8[5-9]|9[0-8])$/;

function postalCodeMistake(typed: string): FieldMistake | null {
  const { code } = readPostalCode(typed);
  if (code === "") return "empty.postalCode";
  if (LIECHTENSTEIN.test(code)) return "liechtenstein";
  return /^[1-9]\d{3}$/.test(code) ? null : "postalCode";
}

/** Returns the errors in the fields of step 4a. */
export function addressErrors(form: AddressFields, context: PoBoxContext): FormErrors {
  return onlyMistakes({
    address: streetMistake(form.address, context),
    number: houseNumberMistake(form.number),
    city: textMistake(form.city, "city"),
    postalCode: postalCodeMistake(form.postalCode),
    careOf: careOfMistake(form.careOf ?? ""),
    poBox: poBoxMistake(form.poBox ?? "", context),
  });
}

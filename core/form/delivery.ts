import type { Catalogue } from "../catalogue/catalogue.ts";
import { IN_A_PARCEL } from "../price/in-a-parcel.ts";
import type { Line } from "../price/lines.ts";
import { readStreet, tidyCareOf } from "../address/care-of.ts";
import type { FormContext } from "./mistakes.ts";
import type { CustomerForm, FormField } from "./fields.ts";
import type { Locale } from "../text/locale.ts";
import { readPoBox, tidyPoBox } from "../address/po-box.ts";

type DeliveryFields = Pick<CustomerForm, "address" | "careOf" | "poBox">;
type Purchase = Pick<FormContext, "takesPoBox"> & {
  readonly locale: Locale;
  /** Locked fields. If the street is locked, it stays as it is on record. */
  readonly locked?: ReadonlySet<FormField>;
};

/**
 * Formats street, c/o line and P.O. box for printing, each in its own field. A c/o line or P.O. box that was typed into
 * the street moves to its own field, if that is empty. If the purchase does not accept a P.O. box, it stays where it
 * was typed.
 */
export function tidyDelivery(typed: DeliveryFields, { takesPoBox, locale, locked }: Purchase): DeliveryFields {
  const { address, careOf, poBox } = typed;
  const isOpen = !locked?.has("address");
  const box = isOpen && takesPoBox && poBox.trim() === "" ? readPoBox(address) : NOTHING;
  const rest = box.poBox === "" ? address : box.street;
  const name = isOpen && careOf.trim() === "" ? readStreet(rest) : NOTHING;
  return {
    address: name.careOf === "" ? rest : name.street,
    careOf: name.careOf || tidyCareOf(careOf),
    poBox: tidyPoBox(box.poBox || poBox, locale),
  };
}

const NOTHING = { street: "", poBox: "", careOf: "" } as const;

/**
 * Returns whether letters about a purchase can go to a P.O. box (decisions 5): its tariff allows that, and it includes
 * no parcel, which needs a door.
 */
export function takesPoBox(
  lines: readonly Pick<Line, "kind" | "code">[],
  { mobileTariffs, tvTariffs }: Pick<Catalogue, "mobileTariffs" | "tvTariffs">,
): boolean {
  const allowing = [...mobileTariffs, ...tvTariffs].filter(({ poBox }) => poBox).map(({ code }) => code);
  return lines.some(({ code }) => allowing.includes(code)) && !lines.some(({ kind }) => IN_A_PARCEL[kind]);
}

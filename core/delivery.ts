import { readStreet, tidyCareOf } from "./care-of.ts";
import type { CustomerForm, FormContext, FormField } from "./customer-form.ts";
import type { Locale } from "./locale.ts";
import { readPoBox, tidyPoBox } from "./po-box.ts";

type DeliveryFields = Pick<CustomerForm, "address" | "care_of" | "po_box">;
type Purchase = Pick<FormContext, "takesPoBox"> & {
  readonly locale: Locale;
  /** A street that is locked stays as it is on record. */
  readonly locked?: ReadonlySet<FormField>;
};

/**
 * Street, c/o and P.O. box, each in its own field and as it is printed. A c/o or a P.O. box that was typed into the
 * street goes to its field while that is empty; a P.O. box that the purchase does not take stays where it was typed.
 */
export function tidyDelivery(typed: DeliveryFields, { takesPoBox, locale, locked }: Purchase): DeliveryFields {
  const { address, care_of, po_box } = typed;
  const isOpen = !locked?.has("address");
  const box = isOpen && takesPoBox && po_box.trim() === "" ? readPoBox(address) : NOTHING;
  const rest = box.poBox === "" ? address : box.street;
  const name = isOpen && care_of.trim() === "" ? readStreet(rest) : NOTHING;
  return {
    address: name.careOf === "" ? rest : name.street,
    care_of: name.careOf || tidyCareOf(care_of),
    po_box: tidyPoBox(box.poBox || po_box, locale),
  };
}

const NOTHING = { street: "", poBox: "", careOf: "" } as const;

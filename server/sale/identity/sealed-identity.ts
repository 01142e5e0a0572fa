import { IDENTITY_FIELDS, type OrderCustomer } from "#core/form/customer-form.ts";
import type { Seals } from "#server/platform/encryption/seals.ts";
import { readIdentity, type SealedForm } from "./stored-form.ts";

// The identity document and the PUK are encrypted in `sealed`. Without `sealed` they were removed after their retention
// time; rows of before the encryption may still have them in clear until the next start of the shop.

/** Checkout and order have the same binding, because an order takes over the form of its checkout. */
const boundTo = (checkoutId: string) => `identity:${checkoutId}`;

/** Encrypts the identity data of a form. */
export async function sealForm<Form extends OrderCustomer>(
  seals: Seals,
  checkoutId: string,
  form: Form,
): Promise<SealedForm> {
  const identity = Object.fromEntries(
    IDENTITY_FIELDS.flatMap((field) => (field in form ? [[field, form[field]]] : [])),
  );
  const rest = Object.fromEntries(
    Object.entries(form).filter(([field]) => !(IDENTITY_FIELDS as readonly string[]).includes(field)),
  );
  return { ...rest, sealed: await seals.seal(JSON.stringify(identity), boundTo(checkoutId)) } as SealedForm;
}

/** What a form of an earlier Kasse does not have, and documents name. */
const NOT_ASKED = { newMsisdn: "", mnpDate: "", mnpAuthority: false } as const;

/** The form with its identity data in clear. Throws a DocumentKeyError. */
export async function openForm(
  seals: Seals,
  checkoutId: string,
  { sealed, ...stored }: SealedForm,
): Promise<OrderCustomer> {
  const form = { ...NOT_ASKED, ...stored };
  if (sealed === undefined) return form;
  return { ...form, ...readIdentity(JSON.parse(await seals.open(sealed, boundTo(checkoutId)))) };
}

/** Whether the identity data is still there. */
export function hasIdentity(form: SealedForm): boolean {
  return form.sealed !== undefined || form.idNo !== undefined;
}

import type { CustomerForm } from "#core/form/customer-form.ts";

/** Fields that forms of an earlier Kasse do not have. */
const NEWER: readonly string[] = ["care_of", "po_box"];

/**
 * A form as versions of it are compared. A newer field is left out while it is empty, so that a payment that was
 * begun, or a review that was open, before an upgrade stays valid.
 */
export const comparedForm = (form: Partial<CustomerForm>): Partial<CustomerForm> =>
  Object.fromEntries(Object.entries(form).filter(([field, value]) => value !== "" || !NEWER.includes(field)));

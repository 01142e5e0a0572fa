import type { CustomerForm } from "#core/form/fields.ts";

/**
 * The payer as typed, in any script. With 3-D Secure 2, the cardholder's bank uses this data to decide whether to ask
 * for a confirmation (EMV 3-D Secure Protocol and Core Functions Specification 2.2.0, table A.1).
 */
export type Payer = {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
  /** A Swiss mobile number as `41` and nine digits. */
  readonly mobile: string;
  /** Street and house number. */
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: "CH";
  /** The IP address of the request. */
  readonly ip: string;
};

type Typed = Pick<
  CustomerForm,
  "firstName" | "lastName" | "mobilePhone" | "address" | "number" | "city" | "postalCode"
>;

/** Returns the payer of a checkout, from the form that was checked in steps 4 and 4a. */
export function payerOf(form: Typed, { email, ip }: { readonly email: string; readonly ip: string }): Payer {
  return {
    givenName: form.firstName,
    surname: form.lastName,
    email,
    mobile: form.mobilePhone,
    street: `${form.address} ${form.number}`.trim(),
    city: form.city,
    postalCode: form.postalCode,
    country: "CH",
    ip,
  };
}

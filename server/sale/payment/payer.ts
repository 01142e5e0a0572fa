import type { CustomerForm } from "#core/form/fields.ts";

/**
 * Who pays, for the cardholder's bank: with 3-D Secure 2 it decides by these data whether it asks for a confirmation (EMV 3-D Secure
 * Protocol and Core Functions Specification 2.2.0, table A.1). As typed, in any script.
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
  /** The address that the request came from. */
  readonly ip: string;
};

type Typed = Pick<
  CustomerForm,
  "firstName" | "lastName" | "mobilePhone" | "address" | "number" | "city" | "postalCode"
>;

/** The payer of a checkout, from the form that was checked at steps 4 and 4a. */
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

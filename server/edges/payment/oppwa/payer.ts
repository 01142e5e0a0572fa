import type { Payer } from "#server/sale/payment/payer.ts";
import { bankText } from "#server/edges/payment/bank-text.ts";

/** The longest values: the platform's reference, "Customer" and "Billing address", and its guide "3-D Secure parameters" for the address. */
const MAX = { name: 48, email: 128, street: 50, city: 50, postcode: 16 } as const;

/** The payer's parameters of a checkout. City, country, street, postal code and e-mail are required for 3-D Secure 2. */
export function payerFields(payer: Payer): Readonly<Record<string, string>> {
  const fields: Readonly<Record<string, string | undefined>> = {
    "customer.givenName": bankText(payer.givenName, MAX.name),
    "customer.surname": bankText(payer.surname, MAX.name),
    // A cut address is another one.
    "customer.email": payer.email.length <= MAX.email ? payer.email : undefined,
    "customer.mobile": `+${payer.mobile}`,
    "customer.ip": payer.ip,
    "billing.street1": bankText(payer.street, MAX.street),
    "billing.city": bankText(payer.city, MAX.city),
    "billing.postcode": bankText(payer.postalCode, MAX.postcode),
    "billing.country": payer.country,
  };
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

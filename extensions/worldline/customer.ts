import type { Payer } from "#server/sale/payment/payer.ts";
import { bankText } from "#server/sale/payment/bank-text.ts";

/** Maximum lengths (Connect API, "Create hosted checkout", `order.customer`). */
const MAX = { firstName: 15, surname: 70, email: 70, street: 50, zip: 10, city: 40 } as const;

/** Returns the payer as `order.customer`, for 3-D Secure 2. The hosted page adds the browser's data itself. */
export function customerOf(payer: Payer) {
  return {
    personalInformation: {
      name: given({
        firstName: bankText(payer.givenName, MAX.firstName),
        surname: bankText(payer.surname, MAX.surname),
      }),
    },
    contactDetails: given({
      // Left out if it is too long, because a truncated e-mail address would be a different one.
      emailAddress: payer.email.length <= MAX.email ? payer.email : undefined,
      mobilePhoneNumber: `+${payer.mobile}`,
    }),
    billingAddress: given({
      street: bankText(payer.street, MAX.street),
      zip: bankText(payer.postalCode, MAX.zip),
      city: bankText(payer.city, MAX.city),
      countryCode: payer.country,
    }),
    device: { ipAddress: payer.ip },
  };
}

/** Returns the fields that have a value. */
function given(fields: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

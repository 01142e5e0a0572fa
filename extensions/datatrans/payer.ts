import { bankText } from "#server/sale/payment/bank-text.ts";
import type { Payer } from "#server/sale/payment/payer.ts";
import { paymentBrands, type BrandCode } from "#core/payment/payment-brands.ts";
import type { DatatransMethod } from "./settings.ts";

/**
 * Maximum lengths of the cardholder's values (EMV 3-D Secure Protocol and Core Functions Specification 2.2.0, table
 * A.1).
 */
const MAX = { name: 45, line: 50, city: 50, postcode: 16, email: 254 } as const;
/** Switzerland's number in ISO 3166-1, as table A.1 requires. */
const CH = "756";

/**
 * Returns the fields about the payer: `customer` for every method, `card.3D.cardholder` for the bank that issued a card
 * (API reference, "Init").
 */
export function payerFields(payer: Payer): object {
  const [firstName, lastName] = [bankText(payer.givenName, MAX.name), bankText(payer.surname, MAX.name)];
  const street = bankText(payer.street, MAX.line);
  const city = bankText(payer.city, MAX.city);
  const zip = bankText(payer.postalCode, MAX.postcode);
  // Left out if it is too long, because a truncated e-mail address would be a different one.
  const email = payer.email.length <= MAX.email ? payer.email : undefined;
  return {
    customer: {
      type: "P",
      firstName,
      lastName,
      street,
      city,
      zipCode: zip,
      country: payer.country,
      cellPhone: `+${payer.mobile}`,
      email,
      ipAddress: payer.ip,
    },
    card: {
      "3D": {
        cardholder: {
          cardholderName: bankText(`${payer.givenName} ${payer.surname}`, MAX.name),
          email,
          mobilePhone: { cc: payer.mobile.slice(0, 2), subscriber: payer.mobile.slice(2) },
          billAddrLine1: street,
          billAddrCity: city,
          billAddrPostCode: zip,
          billAddrCountry: CH,
        },
      },
    },
  };
}

/** Kasse's brand code for each payment method. */
export const BRAND_OF_METHOD = {
  TWI: "TWINT",
  VIS: "VISA",
  ECA: "MASTER",
  AMX: "AMEX",
  PFC: "POSTFINANCE",
  APL: "APPLEPAY",
  PAY: "GOOGLEPAY",
  PAP: "PAYPAL",
} as const satisfies Record<DatatransMethod, BrandCode>;

/**
 * Returns the name of a method that Datatrans reports, such as "TWINT"; if Kasse does not have the method, its short
 * name.
 */
export function methodName(method: string): string {
  const brand: string | undefined = Object.entries(BRAND_OF_METHOD).find(([short]) => short === method)?.[1];
  return paymentBrands(brand ? [brand] : [])[0]?.name ?? method;
}

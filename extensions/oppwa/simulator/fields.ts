/**
 * Returns the name of the first invalid field of `POST /v1/checkouts`, according to the platform's API reference
 * ("Basic payment", "Customer", "Billing address") and its guide "3-D Secure parameters". Null if all are valid.
 */
export function invalidField(form: URLSearchParams): string | null {
  for (const [name, value] of form) {
    const rule = RULES[name];
    if (!rule && !/^customParameters\[\w{3,64}\]$/.test(name)) return name;
    if (rule && !rule.test(value)) return name;
  }
  return REQUIRED.find((name) => !form.has(name)) ?? null;
}

const REQUIRED = ["entityId", "amount", "currency", "paymentType"];

const RULES: Readonly<Record<string, RegExp>> = {
  entityId: /^[a-f0-9]{32}$/,
  amount: /^\d{1,10}\.\d\d$/,
  currency: /^CHF$/,
  paymentType: /^DB$/,
  merchantTransactionId: /^[\w-]{8,255}$/,
  integrity: /^true$/,
  testMode: /^(EXTERNAL|INTERNAL)$/,
  // The guide's maximum lengths. City and street have 50 characters in the 3-D Secure message, even if the platform
  // stores more.
  "customer.givenName": /^[\x20-\x7e]{1,48}$/,
  "customer.surname": /^[\x20-\x7e]{1,48}$/,
  "customer.email": /^[^@\s]+@[^@\s]+$/,
  "customer.mobile": /^\+\d{8,15}$/,
  "customer.ip": /^[\da-f.:]{3,45}$/i,
  "billing.street1": /^[\x20-\x7e]{1,50}$/,
  "billing.city": /^[\x20-\x7e]{1,50}$/,
  "billing.postcode": /^[\x20-\x7e]{1,16}$/,
  "billing.country": /^[A-Z]{2}$/,
};

/** Fields that the bank needs for 3-D Secure 2, without which it declines ("3-D Secure parameters", required). */
const FOR_THE_BANK = ["billing.city", "billing.country", "billing.street1", "billing.postcode", "customer.email"];

export function missingForBank(form: URLSearchParams): readonly string[] {
  return FOR_THE_BANK.filter((name) => !form.get(name));
}

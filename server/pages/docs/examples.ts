import type { BodyOf } from "#contract/endpoints.ts";
import type { EndpointName } from "#contract/paths.ts";

/** Initial values of the forms: a purchase by a demo customer. */
export const BODIES: { readonly [Name in EndpointName]?: BodyOf<Name> } = {
  presentation: { tariff: "SMART60" },
  topAction: { mobile: "AARE5", tariff: "SMART60" },
  checkout: { type: "Tariff", tariff: "PREPAID0" },
  sendSms: { phone: "41784000001" },
  passwordLogin: { username: "mia.keller@example.ch", password: "kasse-demo-2026" },
  passwordReset: { username: "mia.keller@example.ch" },
  newCustomer: { username: "nora@example.ch", password: "ein-gutes-Wort-2026" },
  addressSearch: { term: "Bahnhofstr 1 Zür" },
};

export const PARAMETERS: Readonly<Record<string, string>> = {
  kind: "mobile",
  code: "SMART60",
  tariff: "SMART60",
  family: "1",
  step: "3",
  pageStep: "2",
};

import type { AnswerOf } from "#contract/endpoints.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { CustomerForm } from "#core/customer-form.ts";
import type { Access } from "./access.ts";
import type { OpenCheckout } from "./checkout.ts";

export type User = PrepareAnswers["4"]["user"];
export type Created = AnswerOf<"createCustomer">;

/** E-mail of the person in this checkout: of the account, or as registered. */
export function emailOf(checkout: OpenCheckout): string {
  return checkout.account?.email ?? checkout.registeredEmail ?? "";
}

/**
 * What a step may show of the customer. Personal data goes only to who proved with a token that it is theirs; the
 * checkout id alone gets the e-mail (decisions 4). What was validated here comes before what the base has on record.
 */
export function userOf({ checkout, token }: Access): User {
  const email = emailOf(checkout);
  if (token === null) return { email };
  return { ...onRecord(checkout), ...validated(checkout), email, country: "CH", token };
}

/** Person and address as the customer base or an earlier checkout has them. */
export function onRecord(checkout: OpenCheckout): Partial<CustomerForm> {
  const profile = checkout.account?.profile;
  return { ...profile?.person, ...(profile?.address ? { address_id: "", ...profile.address } : {}) };
}

/** Person and address as validated in this checkout; the address id is the record's alone, for it locks the fields. */
function validated({ form, formStage }: OpenCheckout): Partial<User> {
  if (!form) return {};
  const { salutation, first_name, last_name, day, month, year, mobilePhone } = form;
  const person = { salutation, first_name, last_name, day, month, year, mobilePhone };
  if (formStage === "person") return person;
  const { address, number, postal_code, city } = form;
  return { ...person, address, number, postal_code, city };
}

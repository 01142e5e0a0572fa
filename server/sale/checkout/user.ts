import type { AnswerOf } from "#contract/shop/calls.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { CustomerForm } from "#core/form/customer-form.ts";
import { lockedFields } from "#core/form/locking.ts";
import type { Access } from "./access.ts";
import { takesPoBoxHere, type OpenCheckout } from "./checkout.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** A checkout, and the token that proves whose it is. */
type Known = Pick<Access, "checkout" | "token">;

export type User = PrepareAnswers["4"]["user"];
export type Created = AnswerOf<"createCustomer">;

/** The e-mail of the account, or the one registered in this checkout. */
export function emailOf(checkout: OpenCheckout): string {
  return checkout.account?.email ?? checkout.registeredEmail ?? "";
}

/**
 * The customer data that a step may show. Personal data requires a token; the checkout id alone only gives access to the
 * e-mail (decisions 4). Data validated in this checkout takes precedence over data on record.
 */
export function userOf({ checkout, token }: Known): User {
  const email = readableEmail(emailOf(checkout));
  if (token === null) return { email };
  const record = onRecord(checkout);
  const locked = [...lockedFields({ ...record, token, userId: checkout.account?.profile.userId })];
  return { ...record, ...validated(checkout), email, country: "CH", token, locked };
}

/** The identity document that was sent with the whole form, for the customer's token only. A step that is sent again keeps it. */
export function identityOf({ checkout: { form }, token }: Known): Pick<PrepareAnswers["5"], "identity"> {
  if (token === null || !form?.idNo) return {};
  const { identifiedBy, citizenship, idNo, issuer, issueDate, validUntil } = form;
  return { identity: { identifiedBy, citizenship, idNo, issuer, issueDate, validUntil } };
}

/**
 * Person and address on record: from the customer base or an earlier checkout. The P.O. box of an earlier one is left
 * out where this purchase takes none: nobody has asked for it here.
 */
export function onRecord(checkout: OpenCheckout): Partial<CustomerForm> {
  const profile = checkout.account?.profile;
  if (!profile?.address) return { ...profile?.person };
  const { po_box, ...address } = profile.address;
  const box = po_box !== undefined && takesPoBoxHere(checkout) ? { po_box } : {};
  return { ...profile.person, address_id: "", ...address, ...box };
}

/**
 * Person and address as validated in this checkout, without the address id: that has to come from the record, because it
 * locks fields.
 */
function validated({ form, formStage }: OpenCheckout): Partial<User> {
  if (!form) return {};
  const { simType, salutation, first_name, last_name, day, month, year, mobilePhone } = form;
  const { mnp, mnpMsisdn, mnpSubscriptionType, mnpDate, mnpAuthority, newMsisdn } = form;
  const chosen = mnp ? { mnp, mnpMsisdn, mnpSubscriptionType, mnpDate, mnpAuthority } : newMsisdn ? { newMsisdn } : {};
  const person = { simType, ...chosen, salutation, first_name, last_name, day, month, year, mobilePhone };
  if (formStage === "person") return person;
  const { address, number, postal_code, city, care_of, po_box } = form;
  return { ...person, address, number, postal_code, city, care_of, po_box };
}

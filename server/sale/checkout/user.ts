import type { AnswerOf } from "#contract/shop/calls.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { eachField, type CustomerForm } from "#core/form/fields.ts";
import { DELIVERY_FIELDS, fieldsOf } from "#core/form/form-fields.ts";
import { toWire, wireName } from "#core/form/spelling.ts";
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
  const known = { ...record, ...validated(checkout), email };
  return { ...toWire(known), country: "CH", token, locked: locked.map((field) => wireName(field)) };
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
  const { poBox, ...address } = profile.address;
  const box = poBox !== undefined && takesPoBoxHere(checkout) ? { poBox } : {};
  return { ...profile.person, addressId: "", ...address, ...box };
}

/**
 * Person and address as validated in this checkout, without the address id: that has to come from the record, because it
 * locks fields.
 */
function validated({ form, formStage }: OpenCheckout): Partial<CustomerForm> {
  if (!form) return {};
  const number = form.mnp ? TRANSFER : form.newMsisdn ? (["newMsisdn"] as const) : [];
  const address = formStage === "person" ? [] : DELIVERY_FIELDS;
  const fields = ["simType", ...number, ...fieldsOf("name", "birthday", "phone"), ...address] as const;
  return eachField<keyof CustomerForm, string | boolean>(fields, (field) => form[field]) as Partial<CustomerForm>;
}

const TRANSFER = ["mnp", "mnpMsisdn", "mnpSubscriptionType", "mnpDate", "mnpAuthority"] as const;

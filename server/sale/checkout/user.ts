import type { AnswerOf } from "#contract/shop/calls.ts";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { eachField, type CustomerForm } from "#core/form/fields.ts";
import { DELIVERY_FIELDS, fieldsOf } from "#core/form/form-fields.ts";
import { toWire, wireName } from "#core/form/spelling.ts";
import { lockedFields } from "#core/form/locking.ts";
import type { Access } from "./access.ts";
import { takesPoBoxHere, type OpenCheckout } from "./checkout.ts";
import { readableEmail } from "#server/platform/texts/greeting.ts";

/** A checkout, and the token that proves its owner. */
type Known = Pick<Access, "checkout" | "token">;

export type User = PrepareAnswers["4"]["user"];
export type Created = AnswerOf<"createCustomer">;

/** Returns the e-mail of the account, or the one registered in this checkout. */
export function emailOf(checkout: OpenCheckout): string {
  return checkout.account?.email ?? checkout.registeredEmail ?? "";
}

/**
 * Returns the customer data that a step may show. Personal data requires a token; the checkout id alone only gives
 * access to the e-mail address (decisions 4). Data validated in this checkout takes precedence over data on record.
 */
export function userOf({ checkout, token }: Known): User {
  const email = readableEmail(emailOf(checkout));
  if (token === null) return { email };
  const record = onRecord(checkout);
  const locked = [...lockedFields({ ...record, token, userId: checkout.account?.profile.userId })];
  const known = { ...record, ...validated(checkout), email };
  return { ...toWire(known), country: "CH", token, locked: locked.map((field) => wireName(field)) };
}

/**
 * Returns the identity document sent with the whole form, so that sending the step again keeps it. Only returned for
 * the customer's token.
 */
export function identityOf({ checkout: { form }, token }: Known): Pick<PrepareAnswers["5"], "identity"> {
  if (token === null || !form?.idNo) return {};
  const { identifiedBy, citizenship, idNo, issuer, issueDate, validUntil } = form;
  return { identity: { identifiedBy, citizenship, idNo, issuer, issueDate, validUntil } };
}

/**
 * Returns the person and address on record, from the customer base or an earlier checkout. An earlier P.O. box is left
 * out if this purchase cannot be sent to one.
 */
export function onRecord(checkout: OpenCheckout): Partial<CustomerForm> {
  const profile = checkout.account?.profile;
  if (!profile?.address) return { ...profile?.person };
  const { poBox, ...address } = profile.address;
  const box = poBox !== undefined && takesPoBoxHere(checkout) ? { poBox } : {};
  return { ...profile.person, addressId: "", ...address, ...box };
}

/**
 * Returns the person and address as validated in this checkout, without the address id. That id locks fields, so it
 * must come from the record.
 */
function validated({ form, formStage }: OpenCheckout): Partial<CustomerForm> {
  if (!form) return {};
  const address = formStage === "person" ? [] : DELIVERY_FIELDS;
  const fields = ["simType", ...numberFields(form), ...fieldsOf("name", "birthday", "phone"), ...address] as const;
  return eachField<keyof CustomerForm, string | boolean>(fields, (field) => form[field]) as Partial<CustomerForm>;
}

function numberFields({ mnp, newMsisdn }: CustomerForm): readonly (keyof CustomerForm)[] {
  if (mnp) return TRANSFER;
  return newMsisdn ? ["newMsisdn"] : [];
}
const TRANSFER = ["mnp", "mnpMsisdn", "mnpSubscriptionType", "mnpDate", "mnpAuthority", "mnpMatch"] as const;

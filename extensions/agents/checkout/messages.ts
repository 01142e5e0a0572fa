import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { addressErrors } from "#core/form/address-errors.ts";
import { takesPoBox } from "#core/form/delivery.ts";
import type { FieldMistake, FormErrors } from "#core/form/mistakes.ts";
import { personErrors } from "#core/form/person-errors.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { inChf } from "#core/money/money.ts";
import { hasMobileNumber } from "#core/order/after-order.ts";
import type { Quote } from "#core/price/pricing.ts";
import { SALUTATIONS } from "#core/catalogue/codes.ts";
import { SIM_TYPE, takesEsim } from "#core/checkout-record/sim-type.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Day } from "#core/time/dates.ts";
import { fieldText, serverText } from "#server/platform/texts/texts.ts";
import type { Message } from "../answer.ts";
import type { PreparedForm } from "./prepared.ts";
import { wholeForm } from "./session.ts";

/** What a mistake in a field of the form is called in a request; fields that are not listed, only the person fills. */
export const FIELD_PATHS: { readonly [Field in keyof CustomerForm]?: string } = {
  firstName: "$.buyer.first_name",
  lastName: "$.buyer.last_name",
  email: "$.buyer.email",
  mobilePhone: "$.buyer.phone_number",
  salutation: "$.telecom.customer.salutation",
  day: "$.telecom.customer.birthday",
  month: "$.telecom.customer.birthday",
  year: "$.telecom.customer.birthday",
  address: "$.telecom.customer.address.street_address",
  number: "$.telecom.customer.address.street_address",
  postalCode: "$.telecom.customer.address.postal_code",
  city: "$.telecom.customer.address.address_locality",
  simType: "$.telecom.sim",
  mnp: "$.telecom.number",
  mnpMsisdn: "$.telecom.number.msisdn",
  mnpSubscriptionType: "$.telecom.number.current_contract",
  mnpDate: "$.telecom.number.date",
  newMsisdn: "$.telecom.number.msisdn",
};

type Checked = {
  readonly form: CustomerForm;
  readonly quote: Quote;
  readonly record: CheckoutRecord;
  readonly catalogue: Catalogue;
  readonly today: Day;
  readonly locale: Locale;
};

/**
 * Returns what a platform can still supply or correct, by the rules of steps 4 and 4a alone. No system behind the shop
 * is asked, so that no platform learns whether a person, a number or an address is known.
 */
export function fieldMessages(checked: Checked): readonly Message[] {
  const errors = formErrors(checked);
  const byPath = new Map<string, FieldMistake>();
  for (const [field, path] of Object.entries(FIELD_PATHS)) {
    const mistake = errors[field as keyof CustomerForm];
    if (mistake && !byPath.has(path)) byPath.set(path, mistake);
  }
  return [...byPath].map(([path, mistake]) => ({
    type: "error",
    code: typeof mistake === "string" && mistake.startsWith("empty.") ? "field_required" : "field_invalid",
    path,
    content: fieldText(checked.locale, mistake),
    severity: "recoverable",
  }));
}

/**
 * Returns the fields that a platform has filled correctly. A person is only shown these, so that no platform can write
 * to people in the shop's name.
 */
export function validFields({
  form,
  ...rest
}: Omit<Checked, "form" | "locale"> & { readonly form: PreparedForm }): PreparedForm {
  const errors = formErrors({ ...rest, form: wholeForm(form, rest.today) });
  const isBirthdayWrong = Boolean(errors.day ?? errors.month ?? errors.year);
  const isWrong = (field: string) =>
    Boolean(errors[field as keyof CustomerForm]) || (isBirthdayWrong && ["day", "month", "year"].includes(field));
  return Object.fromEntries(
    Object.entries(form).filter(([field, value]) => value !== "" && !isWrong(field)),
  ) as PreparedForm;
}

function formErrors({ form, quote, record, catalogue, today }: Omit<Checked, "locale">): FormErrors {
  const context = {
    family: hasMobileNumber(quote.lines) ? ("mobile" as const) : ("tv" as const),
    postpaid: quote.postpaid,
    today,
    deviceTakesEsim: takesEsim(catalogue, record.mobile),
    takesPoBox: takesPoBox(quote.lines, catalogue),
  };
  // The pages preselect these, so a platform may leave them out.
  const [salutation] = SALUTATIONS;
  const preselected = { salutation: form.salutation || salutation, simType: form.simType || SIM_TYPE.card };
  return { ...personErrors({ ...form, ...preselected }, context), ...addressErrors(form, context) };
}

/** Returns what only the person can do, in the order in which the shop asks for it. */
export function buyerMessages({ form, quote, locale }: Checked): readonly Message[] {
  const steps = {
    account: "requires_buyer_input",
    puk: form.mnp && form.mnpSubscriptionType === "Prepaid" ? "requires_buyer_input" : null,
    authority: form.mnp ? "requires_buyer_input" : null,
    document: "requires_buyer_input",
    review: "requires_buyer_review",
    payment: quote.dueNow > 0 ? "requires_buyer_input" : null,
  } as const;
  return Object.entries(steps).flatMap(([step, severity]): readonly Message[] => {
    if (severity === null) return [];
    const content = serverText(locale, `agents.${step as keyof typeof steps}`, { amount: inChf(quote.dueNow) });
    return [{ type: "error", code: `buyer_${step}`, content, severity }];
  });
}

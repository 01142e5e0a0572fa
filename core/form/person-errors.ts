import { emailMistake } from "../person/email.ts";
import { tidyPuk } from "../person/typed-text.ts";
import { phoneMistake } from "../phone-numbers/phone-mistake.ts";
import { isSwissMobile } from "../phone-numbers/phone.ts";
import { transferDayMistake } from "../phone-numbers/transfer-day.ts";
import { SIM_TYPE } from "../checkout-record/sim-type.ts";
import { dayOf, isOfAge, type Day } from "../time/dates.ts";
import { tidyBirthday } from "../time/typed-day.ts";
import type { CustomerForm } from "./fields.ts";
import {
  emptyOr,
  onlyMistakes,
  type DocumentContextField,
  type FieldMistake,
  type FormContext,
  type FormErrors,
} from "./mistakes.ts";
import { nameErrors } from "./name-errors.ts";

/**
 * Returns the errors in the fields of step 4: number, SIM, person. A number transfer is only offered for postpaid
 * mobile.
 */
export function personErrors(
  form: CustomerForm,
  context: Omit<FormContext, DocumentContextField | "takesPoBox">,
): FormErrors {
  const mobile = context.family === "mobile";
  const errors: Record<string, FieldMistake | null> = {
    mnp: !form.mnp || (mobile && context.postpaid) ? null : "transferNotOffered",
    simType: mobile ? simMistake(form.simType, context) : null,
    newMsisdn: form.newMsisdn === "" || (mobile && isSwissMobile(form.newMsisdn)) ? null : "numberNotOffered",
    ...nameErrors(form),
    email: emailMistake(form.email),
    mobilePhone: phone(form.mobilePhone, "mobilePhone"),
    ...birthdayErrors(form, context.today),
  };
  if (form.mnp && errors["mnp"] === null) Object.assign(errors, transferErrors(form, context));
  return onlyMistakes(errors);
}

function simMistake(simType: string, { deviceTakesEsim }: Pick<FormContext, "deviceTakesEsim">): FieldMistake | null {
  if (simType === SIM_TYPE.esim) return deviceTakesEsim ? null : "esimNotOffered";
  return simType === SIM_TYPE.card ? null : "chooseOne";
}

function phone(typed: string, field: "mobilePhone" | "mnpMsisdn"): FieldMistake | null {
  const mistake = phoneMistake(typed);
  return mistake === "missing" ? `empty.${field}` : mistake && `phone.${mistake}`;
}

function transferErrors(
  form: CustomerForm,
  { today, authorityShown = false }: Pick<FormContext, "today" | "authorityShown">,
): Record<string, FieldMistake | null> {
  const prepaid = form.mnpSubscriptionType === "Prepaid";
  return {
    mnpMsisdn: phone(form.mnpMsisdn, "mnpMsisdn"),
    mnpSubscriptionType: prepaid || form.mnpSubscriptionType === "Postpaid" ? null : "chooseOne",
    puk: prepaid ? emptyOr("puk", "puk", tidyPuk(form.puk), /^\d{8}$/) : null,
    mnpDate: transferDayMistake(form.mnpDate, today),
    mnpAuthority: authorityShown && !form.mnpAuthority ? "mnpAuthority" : null,
  };
}

function birthdayErrors(form: CustomerForm, today: Day): FormErrors {
  const { day, month, year } = tidyBirthday(form, today);
  if (day + month + year === "") return { day: "empty.birthday", month: "empty.birthday", year: "empty.birthday" };
  // A whole date was pasted into the first field, but cannot be read.
  if (day.length > 2) return { day: "date" };
  const missing = onlyMistakes({
    day: day === "" ? "empty.day" : null,
    month: month === "" ? "empty.month" : null,
    year: year === "" ? "empty.year" : null,
  });
  if (Object.keys(missing).length > 0) return missing;
  const birthday = dayOf(year, month, day);
  if (!birthday) return { [wrongPart(year, month)]: "date" };
  return isOfAge(birthday, today) ? {} : { year: "birthday.limit" };
}

/**
 * Returns which part makes a birthday impossible: the month or the year if it is invalid by itself, otherwise the day.
 */
function wrongPart(year: string, month: string): "day" | "month" | "year" {
  if (!dayOf("2000", month, "1")) return "month";
  return dayOf(year, "1", "1") ? "day" : "year";
}

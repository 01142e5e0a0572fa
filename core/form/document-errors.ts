import { isCitizenship } from "../address/countries.ts";
import { offeredDocuments } from "../document/documents.ts";
import { tidyDocumentNumber } from "../person/typed-text.ts";
import { compareDays, dayOf, parseDay, type Day } from "../time/dates.ts";
import { tidyBirthday } from "../time/typed-day.ts";
import type { CustomerForm } from "./fields.ts";
import {
  emptyOr,
  onlyMistakes,
  textMistake,
  type DocumentContext,
  type FieldMistake,
  type FormErrors,
} from "./mistakes.ts";

/** Returns the errors in the fields of step 5: identity document, delivery of bills, terms. */
export function documentErrors(form: CustomerForm, context: DocumentContext): FormErrors {
  const { documents } = context;
  const offered: readonly string[] = isCitizenship(form.citizenship)
    ? offeredDocuments(form.citizenship, documents)
    : [];
  return onlyMistakes({
    citizenship: isCitizenship(form.citizenship) ? null : "chooseOne",
    issuer: textMistake(form.issuer, "issuer"),
    identifiedBy: offered.length > 0 && !offered.includes(form.identifiedBy) ? "document.notOffered" : null,
    idNo: emptyOr("idNo", "idNo", tidyDocumentNumber(form.idNo), /^[A-Za-z0-9]{5,20}$/),
    issueDate: issueDateMistake(form, context.today),
    validUntil: validUntilMistake(form, context.today),
    typeOfBill: form.typeOfBill === "email" || form.typeOfBill === "post" ? null : "chooseOne",
    document: documents.copyNeeded && !context.documentPresent ? "document.missing" : null,
    terms: form.terms ? null : "terms",
  });
}

function issueDateMistake(form: CustomerForm, today: Day): FieldMistake | null {
  if (form.issueDate.trim() === "") return "empty.issueDate";
  const issued = parseDay(form.issueDate);
  if (!issued) return "date";
  if (compareDays(issued, today) > 0) return "issueDate.future";
  const { day, month, year } = tidyBirthday(form, today);
  const birthday = dayOf(year, month, day);
  return birthday && compareDays(issued, birthday) < 0 ? "issueDate.beforeBirth" : null;
}

/** Maximum validity of a document, in years. */
const MAX_VALIDITY = 30;

function validUntilMistake(form: CustomerForm, today: Day): FieldMistake | null {
  if (form.validUntil.trim() === "") return "empty.validUntil";
  const expires = parseDay(form.validUntil);
  if (!expires) return "date";
  if (compareDays(expires, today) < 0) return "validUntil.past";
  const latest = { ...today, year: today.year + MAX_VALIDITY };
  return compareDays(expires, latest) > 0 ? "validUntil.tooFar" : null;
}

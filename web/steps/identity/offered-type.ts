import type { UseFormReturn } from "react-hook-form";
import type { CustomerForm } from "#core/form/customer-form.ts";
import { documentAfter, type DocumentRules } from "#core/document/documents.ts";

/**
 * Has the type of document follow a citizenship that has changed (decisions 5). `from`: the citizenship before.
 * `read`: the type that the document itself says, which stays.
 */
export function followCitizenship(
  form: UseFormReturn<CustomerForm>,
  rules: DocumentRules,
  from: string,
  read?: string,
): void {
  const [to, type] = form.getValues(["citizenship", "identifiedBy"]);
  if (type === read) return;
  const next = documentAfter({ from, to }, type, rules);
  if (next !== type) form.setValue("identifiedBy", next, { shouldValidate: true });
}

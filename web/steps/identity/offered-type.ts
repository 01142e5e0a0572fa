import type { UseFormReturn } from "react-hook-form";
import type { CustomerForm } from "#core/customer-form.ts";
import { defaultDocument, offeredDocuments, type DocumentRules } from "#core/documents.ts";

/** Chooses the default type of document, if the law does not accept the chosen one of this citizenship (decisions 5). */
export function chooseOfferedType(form: UseFormReturn<CustomerForm>, rules: DocumentRules): void {
  const citizenship = form.getValues("citizenship");
  const offered: readonly string[] = offeredDocuments(citizenship, rules);
  if (!offered.includes(form.getValues("identifiedBy")))
    form.setValue("identifiedBy", defaultDocument(citizenship, rules), { shouldValidate: true });
}

import type { UseFormReturn } from "react-hook-form";
import type { CustomerForm } from "#core/customer-form.ts";
import { defaultDocument, offeredDocuments, type DocumentContract } from "#core/documents.ts";

/** Chooses the default type of document, if the citizenship does not allow the chosen one (decisions 5). */
export function chooseOfferedType(form: UseFormReturn<CustomerForm>, contract: DocumentContract): void {
  const citizenship = form.getValues("citizenship");
  const offered: readonly string[] = offeredDocuments(citizenship, contract);
  if (!offered.includes(form.getValues("identifiedBy")))
    form.setValue("identifiedBy", defaultDocument(citizenship, contract), { shouldValidate: true });
}

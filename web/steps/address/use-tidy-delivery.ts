import { tidyDelivery } from "#core/form/delivery.ts";
import { usePage } from "#web/app/page-context.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";

const FIELDS = ["address", "careOf", "poBox"] as const;

/** Returns a function that tidies street, c/o and P.O. box in the form and returns them. */
export function useTidyDelivery({ form, locked }: CustomerFormState, takesPoBox: boolean) {
  const { locale } = usePage();
  return () => {
    const typed = form.values();
    const tidy = tidyDelivery(typed, { takesPoBox, locale, locked });
    for (const field of FIELDS.filter((each) => tidy[each] !== typed[each]))
      form.set({ [field]: tidy[field] }, "afterSubmit");
    return tidy;
  };
}

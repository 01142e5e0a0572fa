import { useEffect, useRef } from "react";
import { usePage } from "#web/app/page-context.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { readAuthorityLanguage, storeAuthorityLanguage } from "#web/session/authority-language.ts";

/**
 * Returns the function that ticks or clears the box below a text about the transfer. If the text changes, or the page
 * has another language than when it was ticked, the box is cleared, because the shopper has agreed to other words.
 */
export function useTickedText(
  { form }: CustomerFormState,
  field: "mnpAuthority" | "mnpMatch",
  text: string,
): (checked: boolean) => void {
  const { locale } = usePage();
  const { id } = useCheckout();
  useEffect(() => {
    const language = readAuthorityLanguage(id);
    if (language !== null && language !== locale) form.set({ [field]: false });
  }, [form, field, id, locale]);
  const signed = useRef(text);
  useEffect(() => {
    if (signed.current === text) return;
    signed.current = text;
    if (form.values()[field]) form.set({ [field]: false });
  }, [form, field, text]);
  return (checked) => {
    if (checked) storeAuthorityLanguage(id, locale);
    form.set({ [field]: checked }, "afterSubmit");
  };
}

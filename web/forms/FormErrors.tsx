import { useTranslations } from "use-intl";
import { ErrorSummary } from "#web/kit/ErrorSummary.tsx";
import type { CustomerFormState } from "./use-customer-form.ts";

/**
 * Lists all errors at the top of a step if there are several, or if one has no field on this page. Disappears once all
 * are fixed.
 */
export function FormErrors({ state: { attempt, listed } }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer");
  const onPage = listed.filter((error) => error.onPage);
  if (listed.every(({ fixed }) => fixed)) return null;
  if (listed.length < 2 && onPage.length === listed.length) return null;
  return (
    <ErrorSummary
      key={attempt}
      title={t("errors", { count: listed.length })}
      errors={listed}
      focus={onPage.length === 0}
    />
  );
}

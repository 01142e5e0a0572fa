import { useTranslations } from "use-intl";
import { ErrorSummary } from "#web/kit/ErrorSummary.tsx";
import type { CustomerFormState } from "./use-customer-form.ts";

/** All mistakes at the top of a step, when there is more than the one that has the focus, or one that no field shows. */
export function FormErrors({ state: { attempt, listed } }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer");
  const here = listed.filter((error) => error.here);
  if (listed.length < 2 && here.length === listed.length) return null;
  return (
    <ErrorSummary
      key={attempt}
      title={t("errors", { count: listed.length })}
      errors={listed}
      focus={here.length === 0}
    />
  );
}

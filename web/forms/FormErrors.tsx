import { useTranslations } from "use-intl";
import { ErrorSummary } from "#web/kit/ErrorSummary.tsx";
import type { CustomerFormState } from "./use-customer-form.ts";

/** All mistakes at the top of a step, when there is more than the one that has the focus, or one that no field shows. */
export function FormErrors({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("customer");
  const visible = state.listed.filter(({ field }) => document.getElementById(field) !== null);
  const hidden = state.listed.length > visible.length;
  if (state.listed.length < 2 && !hidden) return null;
  return (
    <ErrorSummary
      title={t("errors", { count: state.listed.length })}
      errors={state.listed}
      focus={visible.length === 0}
    />
  );
}

import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { authorityText } from "#core/form/transfer-authority.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { keepAuthorityLanguage, readAuthorityLanguage } from "#web/session/authority-language.ts";
import { unbroken } from "#web/kit/unbroken.ts";
import styles from "./person.module.css";

/** The authority for a transfer, with what is typed in it, below all of that, and the tick that signs it. Other words need another tick. */
export function TransferAuthority({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.transfer.authority");
  const { brand, locale } = usePage();
  const { id } = useCheckout();
  const { form } = state;
  const [mnp, firstName, lastName, mnpMsisdn, mnpDate, ticked] = useWatch({
    control: form.control,
    name: ["mnp", "firstName", "lastName", "mnpMsisdn", "mnpDate", "mnpAuthority"],
  });
  const text = authorityText(
    { firstName, lastName, mnpMsisdn, mnpDate },
    { brand: brand.name, locale },
    (key, values) => t(key, values ?? {}),
  );
  // The words in another language were not those that were ticked.
  useEffect(() => {
    const language = readAuthorityLanguage(id);
    if (language !== null && language !== locale) form.setValue("mnpAuthority", false, { shouldDirty: true });
  }, [form, id, locale]);
  const signed = useRef(text);
  useEffect(() => {
    if (signed.current === text) return;
    signed.current = text;
    if (form.getValues("mnpAuthority")) form.setValue("mnpAuthority", false, { shouldDirty: true });
  }, [form, text]);
  if (!mnp) return null;
  const error = state.errorOf("mnpAuthority");
  return (
    <Section title={t("title")}>
      <div className={styles.authority}>
        <p id="authority-text">{unbroken(text)}</p>
        <ChoiceCard
          type="checkbox"
          id="mnpAuthority"
          name="mnpAuthority"
          danger={error !== undefined}
          title={t("tick")}
          checked={ticked}
          aria-describedby={error ? "authority-text mnpAuthority-error" : "authority-text"}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget: { checked } }) => {
            if (checked) keepAuthorityLanguage(id, locale);
            form.setValue("mnpAuthority", checked, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
          }}
        />
        {error && <FieldError id="mnpAuthority-error">{error}</FieldError>}
      </div>
    </Section>
  );
}

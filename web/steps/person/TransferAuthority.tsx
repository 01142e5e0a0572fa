import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { authorityText } from "#core/form/transfer-authority.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { storeAuthorityLanguage, readAuthorityLanguage } from "#web/session/authority-language.ts";
import { unbroken } from "#web/kit/unbroken.ts";
import styles from "./person.module.css";

/**
 * The authority for the number transfer, below the fields that it quotes, with the checkbox that signs it. If its text
 * changes, it must be ticked again.
 */
export function TransferAuthority({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.transfer.authority");
  const { brand, locale } = usePage();
  const { id } = useCheckout();
  const { form } = state;
  const { mnp, firstName, lastName, mnpMsisdn, mnpDate, mnpAuthority: ticked } = useFormState(form).values;
  const text = authorityText(
    { firstName, lastName, mnpMsisdn, mnpDate },
    { brand: brand.name, locale },
    (key, values) => t(key, values ?? {}),
  );
  // The shopper ticked the text in another language.
  useEffect(() => {
    const language = readAuthorityLanguage(id);
    if (language !== null && language !== locale) form.set({ mnpAuthority: false });
  }, [form, id, locale]);
  const signed = useRef(text);
  useEffect(() => {
    if (signed.current === text) return;
    signed.current = text;
    if (form.values().mnpAuthority) form.set({ mnpAuthority: false });
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
            if (checked) storeAuthorityLanguage(id, locale);
            form.set({ mnpAuthority: checked }, "afterSubmit");
          }}
        />
        {error && <FieldError id="mnpAuthority-error">{error}</FieldError>}
      </div>
    </Section>
  );
}

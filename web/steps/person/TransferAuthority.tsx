import { useTranslations } from "use-intl";
import { authorityText } from "#core/form/transfer-authority.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { useTickedText } from "./use-ticked-text.ts";
import styles from "./person.module.css";

/**
 * The authority for the number transfer, below the fields that it quotes, with the checkbox that signs it. If its text
 * changes, it must be ticked again.
 */
export function TransferAuthority({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.transfer.authority");
  const { brand, locale } = usePage();
  const { mnp, firstName, lastName, mnpMsisdn, mnpDate, mnpAuthority: ticked } = useFormState(state.form).values;
  const text = authorityText(
    { firstName, lastName, mnpMsisdn, mnpDate },
    { brand: brand.name, locale },
    (key, values) => t(key, values ?? {}),
  );
  const tick = useTickedText(state, "mnpAuthority", text);
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
          onChange={({ currentTarget: { checked } }) => tick(checked)}
        />
        {error && <FieldError id="mnpAuthority-error">{error}</FieldError>}
      </div>
    </Section>
  );
}

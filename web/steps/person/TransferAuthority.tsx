import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import { authorityText } from "#core/transfer-authority.ts";
import { usePage } from "#web/app/page-context.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import styles from "./person.module.css";

/** The authority for the transfer, with what is typed in it, and the tick that signs it. */
export function TransferAuthority({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.transfer.authority");
  const { brand, locale } = usePage();
  const { form } = state;
  const [first_name, last_name, mnpMsisdn, mnpDate, ticked] = useWatch({
    control: form.control,
    name: ["first_name", "last_name", "mnpMsisdn", "mnpDate", "mnpAuthority"],
  });
  const error = state.errorOf("mnpAuthority");
  const text = authorityText(
    { first_name, last_name, mnpMsisdn, mnpDate },
    { brand: brand.name, locale },
    (key, values) => t(key, values ?? {}),
  );
  return (
    <div className={styles.authority}>
      <h3 id="authority-title">{t("title")}</h3>
      <p id="authority-text">{text}</p>
      <ChoiceCard
        type="checkbox"
        id="mnpAuthority"
        name="mnpAuthority"
        danger={error !== undefined}
        title={t("tick")}
        checked={ticked}
        aria-describedby={error ? "authority-text mnpAuthority-error" : "authority-text"}
        aria-invalid={error ? true : undefined}
        onChange={({ currentTarget: { checked } }) =>
          form.setValue("mnpAuthority", checked, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      {error && <FieldError id="mnpAuthority-error">{error}</FieldError>}
    </div>
  );
}

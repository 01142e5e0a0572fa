import { useTranslations } from "use-intl";
import type { AddressFields } from "#core/customer-form.ts";
import { careOfLine } from "#core/care-of.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./address.module.css";

type Props = { readonly address: AddressFields; readonly onChange: () => void; readonly onCareOf: () => void };

/** The address as text, with buttons that open its fields. */
export function PickedAddress({ address, onChange, onCareOf }: Props) {
  const t = useTranslations("customer.address");
  const careOf = careOfLine(address.care_of);
  return (
    <div className={styles.picked}>
      <Icon name="check" className={styles.sign} />
      <p className={styles.lines}>
        {careOf !== "" && (
          <>
            {careOf}
            <br />
          </>
        )}
        {[address.address, address.number].filter(Boolean).join(" ")}
        <br />
        {address.postal_code} {address.city}
      </p>
      <div className={styles.actions}>
        <TextButton onClick={onChange} aria-label={t("changeOf")}>
          {t("change")}
        </TextButton>
        {careOf === "" && <TextButton onClick={onCareOf}>{t("addCareOf")}</TextButton>}
      </div>
    </div>
  );
}

import { useTranslations } from "use-intl";
import type { AddressFields } from "#core/customer-form.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./address.module.css";

type Props = { readonly address: AddressFields; readonly onChange: () => void };

/** The address as text, with a button that opens its fields. */
export function PickedAddress({ address, onChange }: Props) {
  const t = useTranslations("customer.address");
  return (
    <div className={styles.picked}>
      <Icon name="check" className={styles.sign} />
      <p className={styles.lines}>
        {[address.address, address.number].filter(Boolean).join(" ")}
        <br />
        {address.postal_code} {address.city}
      </p>
      <TextButton onClick={onChange} aria-label={t("changeOf")}>
        {t("change")}
      </TextButton>
    </div>
  );
}

import { Fragment } from "react";
import { useTranslations } from "use-intl";
import { addressLines } from "#core/form/address-lines.ts";
import { tidyDelivery } from "#core/form/delivery.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { usePage } from "#web/app/page-context.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./address.module.css";

type Field = "address" | "careOf" | "poBox";
type Props = {
  readonly address: Pick<CustomerForm, Field | "number" | "postalCode" | "city">;
  readonly takesPoBox: boolean;
  /** Opens the address fields and focuses the given one. */
  readonly onOpen: (field: Field) => void;
};

/** The address as text, with buttons that open its fields. */
export function PickedAddress({ address, takesPoBox, onOpen }: Props) {
  const t = useTranslations("address");
  const { locale } = usePage();
  const tidy = { ...address, ...tidyDelivery(address, { takesPoBox, locale }) };
  return (
    <div className={styles.picked}>
      <Icon name="check" className={styles.sign} />
      <p className={styles.lines}>
        {addressLines(tidy).map((line) => (
          <Fragment key={line}>
            {line}
            <br />
          </Fragment>
        ))}
      </p>
      <div className={styles.actions}>
        <TextButton onClick={() => onOpen("address")} aria-label={t("changeOf")}>
          {t("change")}
        </TextButton>
        {tidy.careOf === "" && <TextButton onClick={() => onOpen("careOf")}>{t("addCareOf")}</TextButton>}
        {takesPoBox && tidy.poBox === "" && <TextButton onClick={() => onOpen("poBox")}>{t("addPoBox")}</TextButton>}
      </div>
    </div>
  );
}

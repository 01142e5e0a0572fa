import { useTranslations } from "use-intl";
import { holderConsentText } from "#core/form/holder-consent.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { useTickedText } from "./use-ticked-text.ts";
import styles from "./person.module.css";

/**
 * The consent to ask the present provider whether the shopper holds the number, with its box, which nothing ticks
 * beforehand; below it, what is asked with every transfer. Renders nothing without a transfer, or if the shop does not
 * ask the mobile network.
 */
export function HolderMatch({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.transfer.match");
  const { brand, offers } = usePage();
  const { mnp, mnpMsisdn, mnpMatch } = useFormState(state.form).values;
  const text = holderConsentText(mnpMsisdn, brand.name, (key, values) => t(key, values));
  const tick = useTickedText(state, "mnpMatch", text);
  if (!mnp || !offers.network) return null;
  return (
    <Section title={t("title")}>
      <div className={styles.authority}>
        <p id="match-text">{unbroken(text)}</p>
        <ChoiceCard
          type="checkbox"
          id="mnpMatch"
          name="mnpMatch"
          title={t("tick")}
          checked={mnpMatch}
          aria-describedby="match-text"
          onChange={({ currentTarget: { checked } }) => tick(checked)}
        />
        <p>{t("sim")}</p>
      </div>
    </Section>
  );
}

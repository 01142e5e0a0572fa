import { useTranslations } from "use-intl";
import { momentText } from "#core/time/moment-text.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";
import { usePage } from "#web/app/page-context.tsx";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldGroup } from "#web/kit/Field.tsx";
import { LiveRegion } from "#web/kit/LiveRegion.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import styles from "./NumberPicker.module.css";
import { useNumbers } from "./use-numbers.ts";

/** A choice of new numbers. If the shopper chooses none, the operator assigns one. */
export function NumberPicker({ state }: { readonly state: CustomerFormState }) {
  const t = useTranslations("number.pick");
  const { locale } = usePage();
  const numbers = useNumbers(state);
  const { chosen, heldUntil, digits, loading, failed } = numbers;
  const offered = numbers.numbers ?? [];
  const nothing = !loading && !failed && digits !== "" && offered.every((each) => each === chosen);
  const announced = () => {
    if (loading) return "";
    if (nothing) return t("none");
    return numbers.numbers ? t("found", { count: offered.length }) : "";
  };
  return (
    <div className={styles.picker}>
      <TextField
        name="number-search"
        label={t("search")}
        hint={t("searchHint")}
        type="search"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        value={digits}
        onChange={(event) => numbers.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          numbers.searchNow();
        }}
      />
      <FieldGroup id="newMsisdn" label={t("title")} error={state.errorOf("newMsisdn")}>
        <div className={styles.numbers} aria-busy={loading || undefined}>
          <ChoiceCard
            type="radio"
            name="newMsisdn"
            value=""
            className={styles.any}
            title={t("any")}
            text={t("anyText")}
            checked={chosen === ""}
            onChange={() => numbers.choose("")}
          />
          {offered.map((msisdn) => (
            <ChoiceCard
              key={msisdn}
              type="radio"
              name="newMsisdn"
              value={msisdn}
              className={styles.number}
              title={displayPhone(msisdn)}
              text={
                msisdn === chosen && heldUntil ? t("held", { time: momentText(heldUntil, locale, "time") }) : undefined
              }
              checked={msisdn === chosen}
              onChange={() => numbers.choose(msisdn)}
            />
          ))}
        </div>
      </FieldGroup>
      {nothing && <p className={styles.none}>{t("none")}</p>}
      {failed && (
        <Alert tone="warn" actions={<TextButton onClick={numbers.searchNow}>{t("retry")}</TextButton>}>
          {t("failed")}
        </Alert>
      )}
      {!failed && numbers.more && (
        // Not disabled, because that would remove the focus.
        <TextButton onClick={() => loading || numbers.showMore()} aria-disabled={loading || undefined}>
          {t("more")}
        </TextButton>
      )}
      <LiveRegion message={announced()} />
    </div>
  );
}

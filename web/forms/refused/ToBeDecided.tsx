import { useTranslations } from "use-intl";
import { dayText } from "#core/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import styles from "./Refused.module.css";

/** After the refusal of step 4 was closed: a person will decide about the order. `day`: by when (`YYYY-MM-DD`). */
export default function ToBeDecided({ day, onShow }: { readonly day: string; readonly onShow: () => void }) {
  const t = useTranslations("identity.refusal");
  const { locale } = usePage();
  return (
    <div className={styles.notice}>
      <Alert tone="info" actions={<TextButton onClick={onShow}>{t("show")}</TextButton>}>
        {t("asked", { day: dayText(day, locale, "weekday") })}
      </Alert>
    </div>
  );
}

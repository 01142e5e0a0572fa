import { useTranslations } from "use-intl";
import { LinkButton } from "#web/kit/Button.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { localPath } from "#web/site/paths.ts";
import styles from "./CheckoutFrame.module.css";

/** The page for a step that does not exist. */
export default function UnknownPage() {
  const t = useTranslations();
  const { locale } = usePage();
  return (
    <div className={styles.narrow}>
      <h1 className={styles.heading}>{t("watch.unknown")}</h1>
      <LinkButton href={localPath(locale, "home")}>{t("common.home")}</LinkButton>
    </div>
  );
}

import { useTranslations } from "use-intl";
import styles from "./Header.module.css";

/** Says that nothing here is real while an edge is a sandbox (decisions, edges). */
export function SandboxNotice() {
  const t = useTranslations("common");
  return <p className={styles.sandbox}>{t("sandbox")}</p>;
}

import { useTranslations } from "use-intl";
import styles from "./Header.module.css";

/** Says that some integrations are sandboxes (decisions, integrations), on a phone in one line. `paid`: payments are real. */
export function SandboxNotice({ paid }: { readonly paid: boolean }) {
  const t = useTranslations("common");
  return (
    <p className={styles.sandbox}>
      <span className={styles.long}>{t(paid ? "sandboxPaid" : "sandbox")}</span>
      <span className={styles.short}>{t(paid ? "sandboxPaidShort" : "sandboxShort")}</span>
    </p>
  );
}

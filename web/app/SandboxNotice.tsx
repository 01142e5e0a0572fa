import { useTranslations } from "use-intl";
import styles from "./Header.module.css";

/** Says that some edges are sandboxes (decisions, edges). `paid`: payments are real. */
export function SandboxNotice({ paid }: { readonly paid: boolean }) {
  const t = useTranslations("common");
  return <p className={styles.sandbox}>{t(paid ? "sandboxPaid" : "sandbox")}</p>;
}

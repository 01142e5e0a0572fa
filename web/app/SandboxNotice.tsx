import { useTranslations } from "use-intl";
import styles from "./Header.module.css";

/** Says what is not real while an edge is a sandbox (decisions, edges); `paid` where money really moves. */
export function SandboxNotice({ paid }: { readonly paid: boolean }) {
  const t = useTranslations("common");
  return <p className={styles.sandbox}>{t(paid ? "sandboxPaid" : "sandbox")}</p>;
}

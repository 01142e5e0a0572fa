import { useTranslations } from "use-intl";
import { Icon } from "#web/kit/Icon.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { localPath } from "#web/site/paths.ts";
import styles from "./Resume.module.css";

/** Placeholders in the link that `resume-script.ts` fills in. */
const BLANKS = { name: "{name}", device: "{device}", number: "{number}", count: "{count}" } as const;

/** A link to the order that was started in this browser; hidden until the script finds one. */
export function Resume() {
  const t = useTranslations("shop.resume");
  const { locale } = usePage();
  return (
    <a
      hidden
      className={styles.link}
      href={localPath(locale, "checkout-step-1")}
      data-resume={t("at", BLANKS)}
      data-with={t("with", BLANKS)}
    >
      <span>
        <strong className={styles.title}>
          {t("title")} · <b data-amount="" />
        </strong>
        <span className={styles.at} data-at="" />
      </span>
      <Icon name="right" size={18} />
    </a>
  );
}

/** The resume link on a separate row. */
export function ResumeRow() {
  return (
    <div className={styles.place}>
      <Resume />
    </div>
  );
}

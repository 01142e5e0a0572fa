import { useTranslations } from "use-intl";
import { LinkButton } from "#web/kit/Button.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { isOld, readDraft } from "#web/session/draft.ts";
import { localPath } from "#web/site/paths.ts";
import styles from "./account.module.css";

/** A link to the order that was started in this browser. Renders nothing if there is none. */
export function Started() {
  const t = useTranslations("account.own");
  const { locale } = usePage();
  const id = checkoutId();
  const draft = id === null ? null : readDraft(id);
  if (!draft?.answer || !draft.page || draft.page === "7" || isOld(draft)) return null;
  return (
    <section className={styles.who} aria-labelledby="started">
      <h2 id="started" className={styles.title}>
        {t("started")}
      </h2>
      <LinkButton compact href={localPath(locale, `checkout-step-${draft.page}`)}>
        {t("resume")}
      </LinkButton>
    </section>
  );
}

import { useState } from "react";
import { Link } from "wouter";
import type { Published } from "#contract/desk/publishing-answers.ts";
import { useChange } from "#desk/api/queries.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { useKind } from "./kind.ts";
import styles from "./PublishedPage.module.css";

/** The version number of texts from the brand's files, which apply until a version is published at the desk. */
const FILE_VERSION = 0;

/** The live version, with a control to roll back to the previous one. */
export function OnSale({ overview: { onSale, before } }: { readonly overview: Published }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { kind, path } = useKind();
  const mayActivate = useHasPermit("activateCatalogue");
  const { mutateAsync } = useChange("rollback", ["published"]);
  const [isOpen, setOpen] = useState(false);
  if (!onSale)
    return (
      <Panel title={t("onSale.title")}>
        <p>{t("onSale.none")}</p>
      </Panel>
    );
  const { version, from, by, prices } = onSale;
  return (
    <Panel title={t("onSale.title")}>
      <p className={styles.version}>{t("onSale.version", { version })}</p>
      <p className={styles.quiet}>
        {version === FILE_VERSION ? t("onSale.fromFile") : t("onSale.since", { day: times.full(from), by })}
      </p>
      {prices.length > 0 && (
        <p className={styles.quiet}>{t("onSale.prices", { days: prices.map((at) => times.full(at)).join("; ") })}</p>
      )}
      <div className={styles.buttons}>
        <Link href={`${path}/version/${version}`} className={buttonClass}>
          {t("onSale.show")}
        </Link>
        <Link href={`${path}/preview/version-${version}`} className={buttonClass}>
          {t("onSale.preview")}
        </Link>
        {mayActivate && before !== null && (
          <Button tone="danger" onClick={() => setOpen(true)}>
            {t("rollback.button", { version: before })}
          </Button>
        )}
      </div>
      {isOpen && before !== null && (
        <ReasonDialog
          title={t("rollback.title", { version: before })}
          text={t("rollback.text")}
          button={t("rollback.confirm")}
          onDo={(reason) => mutateAsync({ params: { kind }, body: { version: before, reason } })}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}

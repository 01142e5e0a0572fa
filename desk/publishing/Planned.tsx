import { useState } from "react";
import { Link } from "wouter";
import type { Activation } from "#contract/desk/publishing-answers.ts";
import { useChange } from "#desk/api/queries.ts";
import { useMay } from "#desk/app/me.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { useKind } from "./kind.ts";
import styles from "./PublishedPage.module.css";

/** Planned versions, the next first. Each can be called off until its time. */
export function Planned({ planned }: { readonly planned: readonly Activation[] }) {
  const t = useTexts("publishing");
  const times = useTimes();
  const { kind, path } = useKind();
  const mayActivate = useMay("activateCatalogue");
  const { mutateAsync } = useChange("cancelActivation", ["published"]);
  const [asked, setAsked] = useState<Activation | null>(null);
  return (
    <Panel title={t("planned.title")}>
      {planned.length === 0 ? (
        <p className={styles.quiet}>{t("planned.empty")}</p>
      ) : (
        <ul className={styles.rows}>
          {planned.map((each) => (
            <li key={each.id} className={styles.row}>
              <p className={styles.what}>
                <Link href={`${path}/version/${each.version}`}>
                  <b>{t("onSale.version", { version: each.version })}</b>
                </Link>{" "}
                {t("planned.from", { day: times.full(each.from) })} <span className={styles.quiet}>{each.by}</span>
              </p>
              {mayActivate && <Button onClick={() => setAsked(each)}>{t("planned.cancel")}</Button>}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <ReasonDialog
          title={t("planned.cancelTitle", { version: asked.version, day: times.full(asked.from) })}
          text={t("planned.cancelText")}
          button={t("planned.cancel")}
          tone="danger"
          onDo={(reason) => mutateAsync({ params: { kind, id: String(asked.id) }, body: { reason } })}
          onClose={() => setAsked(null)}
        />
      )}
    </Panel>
  );
}

import { useState } from "react";
import type { ExperimentRun } from "#contract/desk/experiments.ts";
import type { Arm } from "#core/checkout-record/experiments.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Stated } from "./Stated.tsx";
import styles from "./ExperimentsPage.module.css";

type Props = {
  readonly run: ExperimentRun;
  readonly name: string;
  /** The arm that all shoppers see after the run. */
  readonly standing: Arm;
};

/** A current run: how far it is towards its stop rule, without revealing which arm is ahead. */
export function Running({ run, name, standing }: Props) {
  const t = useTexts("experiments");
  const times = useTimes();
  const mayRun = useHasPermit("runExperiments");
  const { mutateAsync } = useChange("stopExperiment", ["experiments"]);
  const [isOpen, setOpen] = useState(false);
  const { id, perArm, lastDay, exposed, unbalanced } = run;
  return (
    <>
      <Stated run={run} />
      <p>{t("rule", { count: perArm, day: times.day(lastDay) })}</p>
      <progress className={styles.progress} aria-label={t("progress")} max={2 * perArm} value={exposed} />
      <p>
        {t("seen", { count: exposed })} <span className={styles.quiet}>{t("hidden")}</span>
      </p>
      {unbalanced && (
        <Alert tone="warn" quiet>
          {t("unbalanced")}
        </Alert>
      )}
      {mayRun && (
        <div className={styles.buttons}>
          <Button tone="danger" aria-label={t("stop.title", { name })} onClick={() => setOpen(true)}>
            {t("stop.button")}
          </Button>
        </div>
      )}
      {isOpen && (
        <ReasonDialog
          title={t("stop.title", { name })}
          text={t("stop.text", { arm: standing })}
          button={t("stop.button")}
          tone="danger"
          onDo={(reason) => mutateAsync({ params: { id }, body: { reason } })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

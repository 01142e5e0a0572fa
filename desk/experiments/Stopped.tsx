import { useState } from "react";
import type { ExperimentRun } from "#contract/desk/experiments.ts";
import { ARMS, type Arm } from "#core/checkout-record/experiments.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useChange } from "#desk/api/queries.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { ReasonDialog } from "#desk/app/ReasonDialog.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { ResultTable } from "./Past.tsx";
import { Stated } from "./Stated.tsx";
import { useVerdict } from "./numbers.ts";
import styles from "./ExperimentsPage.module.css";

/** How long after a run its checkouts can still become orders, in ms. Almost all that do become orders within a day. */
const SETTLES_MS = 24 * 3_600_000;

type Props = { readonly run: ExperimentRun; readonly name: string };

/** A run that has stopped: its result and the decision, or the buttons to decide. */
export function Stopped({ run, name }: Props) {
  const t = useTexts("experiments");
  const times = useTimes();
  const now = useNow();
  const verdictOf = useVerdict();
  const { stopped, result, adopted, unknownHours } = run;
  if (!stopped || !result) return null;
  const { at, by, reason } = stopped;
  const isSettling = !adopted && now.getTime() - new Date(at).getTime() < SETTLES_MS;
  return (
    <>
      <Stated run={run} />
      <p className={styles.quiet}>
        {by === null
          ? t("stopped.rule", { day: times.full(at) })
          : t("stopped.person", { by, day: times.full(at), reason: reason ?? "" })}
      </p>
      <p className={styles.verdict}>{verdictOf(result)}</p>
      <ResultTable result={result} name={name} />
      {isSettling && <p className={styles.quiet}>{t("stopped.settling")}</p>}
      {unknownHours > 0 && (
        <Alert tone="warn" quiet>
          {t("unknownHours", { count: unknownHours })}
        </Alert>
      )}
      {adopted && (
        <p>
          {t("adopt.done", { arm: adopted.arm, by: adopted.by, day: times.full(adopted.at), reason: adopted.reason })}
        </p>
      )}
      <Adopt run={run} name={name} />
    </>
  );
}

function Adopt({ run: { id, beginner, adopted }, name }: Props) {
  const t = useTexts("experiments");
  const mayRun = useHasPermit("runExperiments");
  const { mutateAsync } = useChange("adoptExperiment", ["experiments"]);
  const [asked, setAsked] = useState<Arm | null>(null);
  if (!mayRun) return null;
  if (beginner !== "other") return <p className={styles.quiet}>{t(`adopt.${beginner}`)}</p>;
  return (
    <div className={styles.buttons}>
      {ARMS.filter((arm) => arm !== adopted?.arm).map((arm) => (
        <Button key={arm} aria-label={t("adopt.title", { name, arm })} onClick={() => setAsked(arm)}>
          {t("adopt.button", { arm })}
        </Button>
      ))}
      {asked && (
        <ReasonDialog
          title={t("adopt.title", { name, arm: asked })}
          text={t("adopt.text", { arm: asked })}
          button={t("adopt.button", { arm: asked })}
          onDo={(reason) => mutateAsync({ params: { id }, body: { arm: asked, reason } })}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

import type { ExperimentRun } from "#contract/desk/experiments.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import styles from "./ExperimentsPage.module.css";

/** A run's hypothesis, who started the run, and when. */
export function Stated({ run: { hypothesis, by, startsAt } }: { readonly run: ExperimentRun }) {
  const t = useTexts("experiments");
  const times = useTimes();
  return (
    <div className={styles.stated}>
      <p>{t("hypothesis", { text: hypothesis })}</p>
      <p className={styles.quiet}>{t("begun", { by, day: times.full(startsAt) })}</p>
    </div>
  );
}

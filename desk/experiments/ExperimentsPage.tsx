import { useState } from "react";
import type { ListedExperiment } from "#contract/desk/experiments.ts";
import { useAnswer } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { StartDialog } from "./StartDialog.tsx";
import { Experiment } from "./Experiment.tsx";
import { Past } from "./Past.tsx";
import styles from "./ExperimentsPage.module.css";

/** Interval between requests for the figures of running experiments, in ms. */
const POLL_INTERVAL_MS = 10_000;

/** The experiments of the checkout, with their results, and controls to start and stop them and to adopt an arm. */
export default function ExperimentsPage() {
  const t = useTexts("experiments");
  const answer = useAnswer("experiments", {}, { refetchInterval: POLL_INTERVAL_MS });
  const [begun, setBegun] = useState<ListedExperiment | null>(null);
  useTitle(t("title"));
  return (
    <>
      <h1 className={styles.title}>{t("title")}</h1>
      <p className={styles.about}>{t("about")}</p>
      <Loaded answer={answer}>
        {(data) => (
          <>
            {data.experiments.map((experiment) => (
              <Experiment key={experiment.id} experiment={experiment} onBegin={() => setBegun(experiment)} />
            ))}
            {data.past.length > 0 && <Past runs={data.past} />}
          </>
        )}
      </Loaded>
      {begun && <StartDialog experiment={begun} onClose={() => setBegun(null)} />}
    </>
  );
}

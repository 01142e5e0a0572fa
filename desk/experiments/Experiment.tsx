import type { ListedExperiment } from "#contract/desk/experiments.ts";
import { EXPERIMENTS } from "#core/checkout-record/experiments.ts";
import { useHasPermit } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag, type Tone } from "#desk/kit/StateTag.tsx";
import { Running } from "./Running.tsx";
import { Stopped } from "./Stopped.tsx";
import styles from "./ExperimentsPage.module.css";

const TONES = { never: "off", running: "plain", stopped: "hold", adopted: "good" } as const satisfies Record<
  string,
  Tone
>;

type Props = { readonly experiment: ListedExperiment; readonly onBegin: () => void };

/** An experiment with its latest run. */
export function Experiment({ experiment: { id, available, standing, run }, onBegin }: Props) {
  const t = useTexts("experiments");
  const mayRun = useHasPermit("runExperiments");
  const state = run?.state ?? "never";
  const name = t(`experiments.${id}.title`);
  return (
    <Panel
      title={name}
      more={
        <span className={styles.states}>
          <StateTag tone="plain">{t(`differs.${EXPERIMENTS[id].differs}`)}</StateTag>
          <StateTag tone={TONES[state]}>{t(`states.${state}`)}</StateTag>
        </span>
      }
    >
      <div className={styles.content}>
        <dl className={styles.arms}>
          {(["A", "B"] as const).map((arm) => (
            <div key={arm}>
              <dt>{t("arm", { arm })}</dt>
              <dd>{t(`experiments.${id}.${arm}`)}</dd>
            </div>
          ))}
        </dl>
        {run && state === "running" && <Running run={run} name={name} standing={standing} />}
        {run && state !== "running" && <Stopped run={run} name={name} />}
        {state !== "running" && (
          <>
            <p className={styles.quiet}>{available ? t("standing", { arm: standing }) : t("unavailable")}</p>
            {mayRun && available && (
              <div className={styles.buttons}>
                <Button aria-label={t("begin.title", { name })} onClick={onBegin}>
                  {t("begin.button")}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Panel>
  );
}

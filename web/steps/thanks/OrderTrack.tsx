import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { momentText } from "#core/time/moment-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { cx } from "#web/kit/cx.ts";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./OrderTrack.module.css";

type Progress = NonNullable<AnswerOf<"order">["progress"]>;
const STAGES = ["received", "inProgress", "completed"] as const;
/**
 * For each progress report of the operator's systems, the number of completed stages; the stage after them is the
 * current one.
 */
const DONE: Readonly<Record<Exclude<Progress, "failed">, number>> = { accepted: 1, inProgress: 1, completed: 3 };

type Props = { readonly progress: Progress | null; readonly createdAt: string };

/** The order's progress, as reported by the operator's systems. */
export function OrderTrack({ progress, createdAt }: Props) {
  const t = useTranslations("order.state.progress");
  const { locale } = usePage();
  if (progress === "failed")
    return (
      <Alert tone="warn" title={t("title")}>
        {t("failed")}
      </Alert>
    );
  const done = DONE[progress ?? "accepted"];
  const here = progress === "inProgress" ? 1 : -1;
  return (
    <section className={styles.track} aria-labelledby="track">
      <h2 id="track" className={styles.heading}>
        {t("title")}
      </h2>
      <ol className={styles.stages}>
        {STAGES.map((stage, index) => (
          <li
            key={stage}
            className={cx(styles.stage, index < done && styles.done, index === here && styles.here)}
            aria-current={index === here ? "step" : undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {index < done && <Icon name="check" size={14} />}
            </span>
            <span className={styles.name}>
              {t(`stages.${stage}`)}
              {index < done && <span className={hidden.visuallyHidden}> ({t("done")})</span>}
            </span>
            {stage === "received" && <small className={styles.when}>{momentText(createdAt, locale, "short")}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}

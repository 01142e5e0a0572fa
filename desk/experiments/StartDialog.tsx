import { CancelButton } from "#desk/app/DeskDialog.tsx";
import { useState } from "react";
import type { ListedExperiment } from "#contract/desk/experiments.ts";
import { addDays, dayInZurich, formatDay, parseDay } from "#core/time/dates.ts";
import { isReason } from "#core/desk/order-actions.ts";
import { isStopRule, MAX_DAYS, PER_ARM } from "#core/desk/experiments/run.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useChange } from "#desk/api/queries.ts";
import { DayField } from "#desk/app/ChosenDay.tsx";
import { useFailureText } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TypingDialog } from "#desk/app/TypingDialog.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { Form } from "#desk/kit/Form.tsx";
import { HowMany } from "./HowMany.tsx";
import { typedNumber, useNumbers } from "./numbers.ts";
import styles from "./ExperimentsPage.module.css";

type Props = { readonly experiment: ListedExperiment; readonly onClose: () => void };
/** Error messages by field name, in the order of the fields. */
type Mistakes = Readonly<Partial<Record<"hypothesis" | "perArm" | "lastDay", string | undefined>>>;

/** Default duration of a run, in days: three full weeks, so that every weekday counts equally. */
const DEFAULT_DAYS = 21;

/** A dialog that asks for the hypothesis and the stop rule, and starts a run. */
export function StartDialog({ experiment: { id, lastWeek }, onClose }: Props) {
  const t = useTexts("experiments");
  const textOf = useFailureText();
  const { whole } = useNumbers();
  const { mutateAsync, isPending } = useChange("beginExperiment", ["experiments"]);
  const [today] = useState(() => dayInZurich(new Date()));
  const [hypothesis, setHypothesis] = useState("");
  const [perArm, setPerArm] = useState("");
  const [lastDay, setLastDay] = useState(() => formatDay(addDays(today, DEFAULT_DAYS)));
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [error, setError] = useState<string | null>(null);

  const corrected = (field: keyof Mistakes) => setMistakes((old) => ({ ...old, [field]: undefined }));
  const takeCount = (count: string) => {
    setPerArm(count);
    corrected("perArm");
  };

  const begin = async () => {
    if (isPending) return;
    const count = typedNumber(perArm);
    const day = parseDay(lastDay);
    const isCount = count !== null && Number.isInteger(count) && count >= PER_ARM.min && count <= PER_ARM.max;
    const isDay = day !== null && isStopRule({ perArm: PER_ARM.min, lastDay: day }, new Date());
    const found: Mistakes = {
      ...(!isReason(hypothesis) && { hypothesis: t("begin.hypothesisNeeded") }),
      ...(!isCount && { perArm: t("begin.perArmWrong", { min: whole(PER_ARM.min), max: whole(PER_ARM.max) }) }),
      ...(!isDay && { lastDay: t("begin.lastDayWrong", { days: MAX_DAYS - 1 }) }),
    };
    setError(null);
    setMistakes(found);
    if (count === null || Object.keys(found).length > 0) return;
    const result = await mutateAsync({ body: { experiment: id, hypothesis, perArm: count, lastDay } });
    if (result.ok) onClose();
    else setError(textOf(result.failure));
  };
  return (
    <TypingDialog title={t("begin.title", { name: t(`experiments.${id}.title`) })} onClose={onClose}>
      <Form className={styles.form} onSubmit={begin}>
        <p>{t("begin.text")}</p>
        <ReasonField
          name="hypothesis"
          label={t("begin.hypothesis")}
          value={hypothesis}
          error={mistakes.hypothesis ?? null}
          onChange={(typed) => {
            setHypothesis(typed);
            corrected("hypothesis");
          }}
        />
        <HowMany lastWeek={lastWeek} onTake={(count) => takeCount(String(count))} />
        <TextField
          name="perArm"
          label={t("begin.perArm")}
          inputMode="numeric"
          autoComplete="off"
          chars={9}
          error={mistakes.perArm}
          value={perArm}
          onChange={(event) => takeCount(event.target.value)}
        />
        <DayField
          name="lastDay"
          label={t("begin.lastDay")}
          min={formatDay(today)}
          max={formatDay(addDays(today, MAX_DAYS - 1))}
          error={mistakes.lastDay}
          value={lastDay}
          onChange={(value) => {
            setLastDay(value);
            corrected("lastDay");
          }}
        />
        {error && <Alert tone="warn">{error}</Alert>}
        <div className={styles.buttons}>
          <Button type="submit" tone="main" aria-busy={isPending}>
            {t("begin.confirm")}
          </Button>
          <CancelButton onClose={onClose} />
        </div>
      </Form>
    </TypingDialog>
  );
}

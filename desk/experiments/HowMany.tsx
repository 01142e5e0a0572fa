import { useState } from "react";
import type { ListedExperiment } from "#contract/desk/experiments.ts";
import { neededInEach } from "#core/desk/experiments/statistics.ts";
import { FieldGroup } from "#web/kit/Field.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { typedNumber, useNumbers } from "./numbers.ts";
import styles from "./ExperimentsPage.module.css";

type Props = {
  readonly lastWeek: ListedExperiment["lastWeek"];
  readonly onTake: (count: number) => void;
};

const DAYS_OF_WEEK = 7;

/**
 * Calculates how many checkouts each arm needs, from the share of checkouts that currently become orders and the
 * smallest difference that the experiment should detect.
 */
export function HowMany({ lastWeek: { reached, ordered }, onTake }: Props) {
  const t = useTexts("experiments");
  const { whole } = useNumbers();
  const [share, setShare] = useState(() => (reached === 0 ? "" : ((ordered / reached) * 100).toFixed(1)));
  const [difference, setDifference] = useState("2");
  const [percent, points] = [typedNumber(share), typedNumber(difference)];
  const isTyped = percent !== null && points !== null;
  const needed = isTyped ? neededInEach(percent / 100, points / 100) : null;
  const days = needed !== null && reached > 0 ? Math.ceil((2 * needed * DAYS_OF_WEEK) / reached) : null;
  return (
    <FieldGroup label={t("need.title")}>
      <div className={styles.calculator}>
        <TextField
          name="share"
          label={t("need.share")}
          hint={t("need.lastWeek", { ordered: whole(ordered), reached: whole(reached) })}
          inputMode="decimal"
          autoComplete="off"
          chars={6}
          value={share}
          onChange={(event) => setShare(event.target.value)}
        />
        <TextField
          name="difference"
          label={t("need.difference")}
          inputMode="decimal"
          autoComplete="off"
          chars={6}
          value={difference}
          onChange={(event) => setDifference(event.target.value)}
        />
        <output htmlFor="share difference">
          {needed !== null && t("need.answer", { count: needed })} {days !== null && t("need.days", { days })}
          {isTyped && needed === null && t("need.impossible")}
        </output>
        {needed !== null && <Button onClick={() => onTake(needed)}>{t("need.take")}</Button>}
      </div>
    </FieldGroup>
  );
}

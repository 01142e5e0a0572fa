import type { ExperimentRun } from "#contract/desk/experiments.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { useNumbers } from "./numbers.ts";
import { useVerdict } from "./verdict.ts";
import styles from "./ExperimentsPage.module.css";

const swissDay = (iso: string) => formatDay(dayInZurich(new Date(iso)));

/** Earlier runs of experiments that have run again since. */
export function Past({ runs }: { readonly runs: readonly ExperimentRun[] }) {
  const t = useTexts("experiments");
  const times = useTimes();
  const { whole } = useNumbers();
  const verdictOf = useVerdict();
  const columns = [
    { key: "name", label: t("past.name") },
    { key: "from", label: t("past.from") },
    { key: "until", label: t("past.until") },
    { key: "exposed", label: t("past.exposed"), number: true },
    { key: "result", label: t("past.result") },
    { key: "decision", label: t("past.decision") },
  ];
  return (
    <Panel title={t("past.title")} bare className={styles.past}>
      <Table caption={t("past.title")} columns={columns}>
        {runs.map(({ id, experiment, startsAt, stopped, exposed, result, adopted }) => (
          <tr key={id}>
            <th scope="row">{t(`experiments.${experiment}.title`)}</th>
            <td data-one-line="">{times.day(swissDay(startsAt))}</td>
            <td data-one-line="">{stopped && times.day(swissDay(stopped.at))}</td>
            <td data-number="">{whole(exposed)}</td>
            <td>{result && verdictOf(result)}</td>
            <td data-one-line="">{adopted ? t("arm", { arm: adopted.arm }) : t("past.open")}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

import styles from "./ExperimentsPage.module.css";
import type { RunResult } from "#core/desk/experiments/result.ts";
import { ARMS } from "#core/checkout-record/experiments.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { useNumbers, useVerdict } from "./numbers.ts";
import type { ExperimentRun } from "#contract/desk/experiments.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";

type Props = { readonly result: RunResult; readonly name: string };

/** The result of each arm: checkouts, orders, and the share of orders with its 95 % confidence interval. */
export function ResultTable({ result: { arms }, name }: Props) {
  const t = useTexts("experiments");
  const { whole, percent } = useNumbers();
  const columns = [
    { key: "arm", label: t("result.arm") },
    { key: "exposed", label: t("result.exposed"), number: true },
    { key: "ordered", label: t("result.ordered"), number: true },
    { key: "share", label: t("result.share"), number: true },
    { key: "interval", label: t("result.interval"), number: true },
  ];
  return (
    <Table caption={t("result.caption", { name })} columns={columns}>
      {ARMS.map((arm) => {
        const { exposed, ordered, share } = arms[arm];
        return (
          <tr key={arm}>
            <th scope="row">{t("arm", { arm })}</th>
            <td data-number="">{whole(exposed)}</td>
            <td data-number="">{whole(ordered)}</td>
            <td data-number="">{share ? percent(share.value) : t("result.none")}</td>
            <td data-number="">
              {share ? t("result.range", { low: percent(share.low), high: percent(share.high) }) : t("result.none")}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

const swissDay = (iso: string) => formatDay(dayInZurich(new Date(iso)));

/** Runs that are no longer the latest of their experiment. */
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

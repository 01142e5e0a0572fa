import type { RunResult } from "#core/desk/experiments/result.ts";
import { ARMS } from "#core/record/experiments.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { useNumbers } from "./numbers.ts";

type Props = { readonly result: RunResult; readonly name: string };

/** What each arm has: checkouts, orders, and the share with its 95 % interval. */
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

import type { Board } from "#contract/desk/board.ts";
import { pageOf, type FunnelStep } from "#core/desk/funnel.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useStepName } from "#desk/app/names.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import hidden from "#web/kit/visually-hidden.module.css";
import styles from "./Funnel.module.css";

/** A step that loses more than this share of checkouts is marked. */
const HIGH_LOSS = 0.3;

/** A table whose cells are bars: how many checkouts reached each step, and how many stopped before it. */
export function Funnel({ board: { funnel, period }, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const stepName = useStepName();
  const nameOf = (step: FunnelStep) => {
    const page = pageOf(step);
    return page === null ? t(step === "chosen" ? "steps.chosen" : "steps.ordered") : stepName(page);
  };
  const most = funnel[0]?.reached ?? 0;
  const title = t("funnel.title");
  return (
    <Panel
      title={title}
      note={t(`funnel.note.${period}`)}
      more={<CsvLink title={title} chart="funnel" query={query} />}
    >
      <table className={styles.table}>
        <caption className={hidden.visuallyHidden}>{title}</caption>
        <thead className={hidden.visuallyHidden}>
          <tr>
            <th scope="col">{t("funnel.step")}</th>
            <th scope="col">{t("funnel.reached")}</th>
            <th scope="col">{t("funnel.lost")}</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ step, reached, lost }) => (
            <tr key={step}>
              <th scope="row">{nameOf(step)}</th>
              <td className={styles.track}>
                <span className={styles.bar} style={{ width: `${most === 0 ? 0 : (100 * reached) / most}%` }} />
                <span className={styles.count} data-outside={most === 0 || reached < most / 8 || undefined}>
                  {numbers.count(reached)}
                </span>
              </td>
              <td className={styles.lost} data-much={(lost !== null && lost > HIGH_LOSS) || undefined}>
                {lost === null ? "" : numbers.percent(lost)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

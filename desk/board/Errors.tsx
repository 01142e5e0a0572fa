import type { Board, BoardError } from "#contract/desk/board.ts";
import type { EndpointName } from "#contract/all-paths.ts";
import { LANGUAGE_NAMES, isLocale } from "#core/text/locale.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useCallName, useFieldName, useRefusalText } from "#desk/app/names.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** The most frequent refusals of shoppers' input, by step, field, rule and language. */
export function Errors({ board: { errors }, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const refusalText = useRefusalText();
  const callName = useCallName();
  const fieldName = useFieldName();
  // A row may come from another version of the shop, which has other names.
  const where = ({ call, step, field }: BoardError) =>
    [callName(call as EndpointName, step), ...(field === null ? [] : [fieldName(field)])].join(": ");
  const title = t("errors.title");
  const columns = (["what", "why", "language", "checkouts", "times"] as const).map((key) => ({
    key,
    label: t(`errors.columns.${key}`),
    number: key === "checkouts" || key === "times",
  }));
  return (
    <Panel title={title} more={<CsvLink title={title} chart="errors" query={query} />} className={styles.bare}>
      <Table caption={title} columns={columns} empty={errors.length === 0 && t("errors.empty")}>
        {errors.map((error) => (
          <tr key={`${error.call} ${error.failure} ${error.field} ${error.locale}`}>
            <th scope="row" data-wraps="">
              {where(error)}
            </th>
            <td>{refusalText({ rule: error.failure, said: error.said })}</td>
            <td>{isLocale(error.locale) ? LANGUAGE_NAMES[error.locale] : error.locale}</td>
            <td data-number="">{numbers.count(error.checkouts)}</td>
            <td data-number="">{numbers.count(error.times)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

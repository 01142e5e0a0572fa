import { Link } from "wouter";
import type { Board } from "#contract/desk/board.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag } from "#desk/kit/StateTag.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** An article is marked if its stock lasts for fewer days than this. */
const FEW_DAYS = 7;

/** The stock of each article, and how long it will last at the rate of the last days. */
export function Stock({ board: { stock }, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const columnsOf = useTexts("stock");
  const numbers = useNumbers();
  const title = t("stock.title");
  const columns = [
    { key: "article", label: columnsOf("columns.article") },
    { key: "onHand", label: columnsOf("columns.onHand"), number: true },
    { key: "held", label: columnsOf("columns.held"), number: true },
    { key: "sold", label: t("stock.sold"), number: true },
    { key: "lasts", label: t("stock.lasts"), number: true },
  ];
  return (
    <Panel title={title} more={<CsvLink title={title} chart="stock" query={query} />} className={styles.bare}>
      <Table caption={title} columns={columns} empty={stock.length === 0 && columnsOf("empty")}>
        {stock.map(({ article, name, onHand, held, sold, daysLeft }) => (
          <tr key={article}>
            <th scope="row">
              <Link href={`/stock/${article}`}>{name}</Link>
            </th>
            <td data-number="">{numbers.count(onHand)}</td>
            <td data-number="">{numbers.count(held)}</td>
            <td data-number="">{numbers.count(sold)}</td>
            <td data-number="">
              {onHand === 0 ? (
                <StateTag tone="bad">{t("stock.none")}</StateTag>
              ) : daysLeft === null ? (
                "–"
              ) : daysLeft < FEW_DAYS ? (
                <StateTag tone="hold">{t("stock.days", { count: Math.floor(daysLeft) })}</StateTag>
              ) : (
                t("stock.days", { count: Math.floor(daysLeft) })
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

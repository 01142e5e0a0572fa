import type { Board } from "#contract/desk/board.ts";
import { kindOfSource } from "#core/checkout-record/source.ts";
import { shareOf } from "#core/desk/funnel.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

type Props = { readonly board: Board; readonly query: BoardQuery };

/** How many checkouts came from product pages, from permalinks of each campaign, and from agents. */
export function Sources({ board: { sources }, query }: Props) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const nameOf = (source: string) => {
    const kind = kindOfSource(source);
    const name = source.slice(kind.length + 1);
    if (kind === "shop" || name === "") return t(`sources.names.${kind}`);
    return t(kind === "link" ? "sources.names.named" : "sources.names.agentNamed", { name });
  };
  const title = t("sources.title");
  const columns = (["source", "begun", "ordered", "share"] as const).map((key) => ({
    key,
    label: t(`sources.columns.${key}`),
    number: key !== "source",
  }));
  return (
    <Panel
      title={title}
      note={t("sources.note")}
      more={<CsvLink title={title} chart="sources" query={query} />}
      className={`${styles.bare} ${styles.wide}`}
    >
      <Table caption={title} columns={columns} empty={sources.length === 0 && t("sources.empty")}>
        {sources.map(({ source, begun, ordered }) => {
          const share = shareOf(ordered, begun);
          return (
            <tr key={source}>
              <th scope="row">{nameOf(source)}</th>
              <td data-number="">{numbers.count(begun)}</td>
              <td data-number="">{numbers.count(ordered)}</td>
              <td data-number="">{share === null ? "–" : numbers.percent(share)}</td>
            </tr>
          );
        })}
      </Table>
    </Panel>
  );
}

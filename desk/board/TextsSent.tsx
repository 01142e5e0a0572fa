import type { Board } from "#contract/desk/board.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { messageAbout } from "#desk/app/names.ts";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** The number of text messages and e-mails sent, and of login codes used. */
export function TextsSent({
  board: { codes, messages },
  query,
}: {
  readonly board: Board;
  readonly query: BoardQuery;
}) {
  const t = useTexts("board");
  const frame = useTexts("frame");
  const orders = useTexts("orders");
  const numbers = useNumbers();
  const title = t("texts.title");
  const columns = [
    { key: "what", label: t("texts.columns.what") },
    { key: "count", label: t("texts.columns.count"), number: true },
  ];
  return (
    <Panel
      title={title}
      note={t("texts.codes", { sent: codes.sent, used: codes.used, expired: codes.expired })}
      more={<CsvLink title={title} chart="texts" query={query} />}
      className={styles.bare}
    >
      <Table caption={title} columns={columns} empty={messages.length === 0 && t("texts.empty")}>
        {messages.map(({ channel, about, count }) => (
          <tr key={`${channel} ${about}`}>
            <th scope="row">
              {frame("named", {
                what: t(channel === "sms" ? "texts.sms" : "texts.mail"),
                name: messageAbout(about, orders),
              })}
            </th>
            <td data-number="">{numbers.count(count)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

import type { Board } from "#contract/desk/board.ts";
import { PAYMENT_STATES } from "#core/payment/payment-states.ts";
import { amount, useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { CsvLink } from "./Chart.tsx";
import type { BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** The period's payments by method and state. */
export function Payments({ board: { payments }, query }: { readonly board: Board; readonly query: BoardQuery }) {
  const t = useTexts("board");
  const orders = useTexts("orders");
  const numbers = useNumbers();
  const title = t("payments.title");
  const columns = (["way", "state", "count", "amount"] as const).map((key) => ({
    key,
    label: t(`payments.columns.${key}`),
    number: key === "count" || key === "amount",
  }));
  const ordered = payments.toSorted(
    (one, other) =>
      one.provider.localeCompare(other.provider) ||
      (one.method ?? "").localeCompare(other.method ?? "") ||
      PAYMENT_STATES.indexOf(one.state) - PAYMENT_STATES.indexOf(other.state),
  );
  return (
    <Panel title={title} more={<CsvLink title={title} chart="payments" query={query} />} className={styles.bare}>
      <Table caption={title} columns={columns} empty={payments.length === 0 && t("payments.empty")}>
        {ordered.map(({ provider, method, state, count, amount: chf }) => (
          <tr key={`${provider} ${method} ${state}`}>
            <th scope="row">{[method, provider].filter(Boolean).join(", ")}</th>
            <td>{orders(`payments.states.${state}`)}</td>
            <td data-number="">{numbers.count(count)}</td>
            <td data-number="">{amount(chf)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

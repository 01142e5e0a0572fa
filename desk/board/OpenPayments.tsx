import { fromChf } from "#core/money/money.ts";
import { Link } from "wouter";
import type { Board, OpenPayment } from "#contract/desk/board.ts";
import { amount, useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { StateTag } from "#desk/kit/StateTag.tsx";
import { Table } from "#desk/kit/Table.tsx";
import styles from "./BoardPage.module.css";

/** Payments that wait for the provider or the shopper, oldest first. */
export function OpenPayments({ board: { openPayments } }: { readonly board: Board }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const { oldest, count } = openPayments;
  const title = t("open.title");
  const columns = (["what", "amount", "way", "since", "state"] as const).map((key) => ({
    key,
    label: t(`open.columns.${key}`),
    number: key === "amount",
  }));
  return (
    <Panel
      title={title}
      note={
        count > oldest.length
          ? t("open.oldest", { count: numbers.count(oldest.length), all: numbers.count(count) })
          : t("open.note")
      }
      className={styles.bare}
    >
      <Table caption={title} columns={columns} empty={oldest.length === 0 && t("open.empty")}>
        {oldest.map((payment) => (
          <Row key={`${payment.since} ${payment.product} ${fromChf(payment.amount)}`} payment={payment} />
        ))}
      </Table>
    </Panel>
  );
}

function Row({
  payment: { order, product, amount: chf, provider, method, since, state, expiresAt },
}: {
  readonly payment: OpenPayment;
}) {
  const t = useTexts("board");
  const times = useTimes();
  const now = useNow();
  const isOver = new Date(expiresAt) <= now;
  return (
    <tr>
      <th scope="row">
        {order !== null && <Link href={`/orders/${order}`}>{order}</Link>} {product}
      </th>
      <td data-number="">{amount(chf)}</td>
      <td>{method ?? provider}</td>
      <td data-one-line="" title={times.full(since)}>
        {times.ago(since, now)}
      </td>
      <td data-one-line="">
        {state === "paid" ? (
          <StateTag tone="hold">{t("open.paid")}</StateTag>
        ) : (
          <StateTag tone={isOver ? "off" : "plain"}>
            {isOver ? t("open.over") : t("open.waits", { time: times.short(expiresAt, now) })}
          </StateTag>
        )}
      </td>
    </tr>
  );
}

import { toChf } from "#core/money/money.ts";
import type { Board } from "#contract/desk/board.ts";
import { shareOf } from "#core/desk/funnel.ts";
import { amount, useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import styles from "./BoardPage.module.css";

/** How often each product was chosen and ordered, and its amounts. */
export function Products({ board: { funnelOf, salesOf } }: { readonly board: Board }) {
  const t = useTexts("board");
  const numbers = useNumbers();
  const title = t("products.title");
  const keyOf = ({ family, product }: { readonly family: string; readonly product: string }) => `${family} ${product}`;
  const sold = new Map(salesOf.map((each) => [keyOf(each), each]));
  const reached = new Map(funnelOf.map((each) => [keyOf(each), each]));
  const products = [...new Map([...salesOf, ...funnelOf].map((each) => [keyOf(each), each])).entries()];
  const columns = (["product", "chosen", "ordered", "share", "orders", "cancelled", "monthly", "now"] as const).map(
    (key) => ({ key, label: t(`products.columns.${key}`), number: key !== "product" }),
  );
  return (
    <Panel title={title} note={t("products.note")} className={`${styles.bare} ${styles.wide}`}>
      <Table caption={title} columns={columns} empty={products.length === 0 && t("products.empty")}>
        {products.map(([key, { name, family }]) => {
          const chosen = reached.get(key)?.reached.chosen ?? 0;
          const ordered = reached.get(key)?.reached.ordered ?? 0;
          const sales = sold.get(key);
          const share = shareOf(ordered, chosen);
          return (
            <tr key={key}>
              <th scope="row">
                {name} <small className={styles.note}>{t(`families.${family}`)}</small>
              </th>
              <td data-number="">{numbers.count(chosen)}</td>
              <td data-number="">{numbers.count(ordered)}</td>
              <td data-number="">{share === null ? "–" : numbers.percent(share)}</td>
              <td data-number="">{numbers.count(sales?.orders ?? 0)}</td>
              <td data-number="">{numbers.count(sales?.cancelled ?? 0)}</td>
              <td data-number="">{amount(sales?.monthly ?? toChf(0))}</td>
              <td data-number="">{amount(sales?.now ?? toChf(0))}</td>
            </tr>
          );
        })}
      </Table>
    </Panel>
  );
}

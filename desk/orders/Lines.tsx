import type { DeskOrder } from "#contract/desk/order-answers.ts";
import { amountOrDash } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { Section } from "#desk/kit/Section.tsx";
import { Table } from "#desk/kit/Table.tsx";

/** Every line that was shown and ordered, with its amounts. */
export function Lines({ order }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  const columns = [
    { key: "what", label: t("lines.what") },
    { key: "monthly", label: t("lines.monthly"), number: true },
    { key: "oneTime", label: t("lines.oneTime"), number: true },
    { key: "now", label: t("lines.now"), number: true },
  ];
  const total = { name: t("lines.total"), monthly: order.monthly, oneTime: order.oneTime, now: order.now };
  return (
    <Section title={t("lines.title")} folded>
      <Table caption={t("lines.title")} columns={columns}>
        {[...order.lines, total].map(({ name, monthly, oneTime, now }, index) => (
          // Lines have no key, and never change.
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no id, and are only ever added.
          <tr key={index}>
            <th scope="row">{name}</th>
            <td data-number="">{amountOrDash(monthly)}</td>
            <td data-number="">{amountOrDash(oneTime)}</td>
            <td data-number="">{amountOrDash(now)}</td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

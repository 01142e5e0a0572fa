import { Link } from "wouter";
import type { DeskAnswers } from "#contract/desk/calls.ts";
import { useAnswer } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useNoteText } from "#desk/app/names.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes } from "#desk/app/time.ts";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";

/** An article's stock movements, newest first. */
export function Ledger({ article }: { readonly article: string }) {
  const answer = useAnswer("stockLedger", { params: { article } });
  return <Loaded answer={answer}>{(data) => <Movements ledger={data} />}</Loaded>;
}

function Movements({ ledger: { article, movements } }: { readonly ledger: DeskAnswers["stockLedger"] }) {
  const t = useTexts("stock");
  const times = useTimes();
  const numbers = useNumbers();
  const noteText = useNoteText();
  const title = t("show", { article: article.name ?? article.article });
  const columns = [
    { key: "at", label: t("at") },
    { key: "what", label: t("what") },
    { key: "pieces", label: t("pieces"), number: true },
    { key: "level", label: t("level"), number: true },
    { key: "by", label: t("by") },
    { key: "reason", label: t("reason") },
    { key: "order", label: t("order") },
  ];
  return (
    <Panel title={title}>
      <Table caption={title} columns={columns}>
        {movements.map(({ at, kind, pieces, level, by, reason, order }, index) => (
          // Movements have no key here and are only ever added.
          // oxlint-disable-next-line react/no-array-index-key -- Rows have no id, and are only ever added.
          <tr key={movements.length - index}>
            <td data-one-line="">{times.full(at)}</td>
            <td>{t(`kinds.${kind}`)}</td>
            <td data-number="">{numbers.signed(pieces)}</td>
            <td data-number="">{numbers.count(level)}</td>
            <td>{by}</td>
            <td>{reason && noteText(reason)}</td>
            <td>{order === null ? "–" : <Link href={`/orders/${order}`}>{order}</Link>}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

import { useState } from "react";
import { Link, useParams } from "wouter";
import type { ArticleStock } from "#contract/desk/publishing-answers.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { useAnswer } from "#desk/api/queries.ts";
import { Loaded } from "#desk/app/Failed.tsx";
import { useHasPermit } from "#desk/app/me.ts";
import { STOCK_CHANGES } from "#core/catalogue/stock.ts";
import { useNumbers } from "#desk/app/numbers.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTitle } from "#desk/app/title.ts";
import { Button } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { Ledger } from "./Ledger.tsx";
import { StockDialog, type AskedChange } from "./StockDialog.tsx";
import styles from "./StockPage.module.css";

/** The stock of each article and its movements, with controls to record received or counted stock. */
export default function StockPage() {
  const t = useTexts("stock");
  const { article: shown } = useParams<{ article?: string }>();
  const answer = useAnswer("stock", {}, { refetchInterval: 15_000 });
  const [open, setOpen] = useState<AskedChange | null>(null);
  const [done, setDone] = useState<string | null>(null);
  useTitle(t("title"));
  return (
    <>
      <h1 className={styles.title}>{t("title")}</h1>
      {done && <Alert tone="good">{done}</Alert>}
      <Loaded answer={answer}>
        {(data) => <Articles articles={data.articles} shown={shown ?? null} onChange={setOpen} />}
      </Loaded>
      {shown !== undefined && <Ledger key={shown} article={shown} />}
      {open && (
        <StockDialog
          change={open}
          onDone={(message) => {
            setDone(message);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

const BUTTONS = {
  received: { text: "receive", title: "receiveTitle" },
  counted: { text: "count", title: "countTitle" },
  corrected: { text: "correct", title: "correctTitle" },
} as const satisfies Record<(typeof STOCK_CHANGES)[number], object>;

type ArticlesProps = {
  readonly articles: readonly ArticleStock[];
  readonly shown: string | null;
  readonly onChange: (change: AskedChange) => void;
};

function Articles({ articles, shown, onChange }: ArticlesProps) {
  const t = useTexts("stock");
  const numbers = useNumbers();
  const mayChange = useHasPermit("changeStock");
  const columns = [
    { key: "article", label: t("columns.article") },
    { key: "onHand", label: t("columns.onHand"), number: true },
    { key: "held", label: t("columns.held"), number: true, wide: true },
    { key: "free", label: t("columns.free"), number: true },
    ...(mayChange ? [{ key: "change", label: t("columns.change"), hideLabel: true }] : []),
  ];
  return (
    <Panel bare>
      <Table caption={t("title")} columns={columns} empty={articles.length === 0 && t("empty")}>
        {articles.map((article) => (
          <tr key={article.article} data-chosen={article.article === shown || undefined}>
            <th scope="row">
              <Link
                href={`/stock/${article.article}`}
                aria-label={t("show", { article: article.name ?? article.article })}
              >
                {article.name ?? article.article}
              </Link>{" "}
              <small className={styles.code}>{article.article}</small>
            </th>
            <td data-number="">{numbers.count(article.onHand)}</td>
            <td data-number="" data-wide="">
              {numbers.count(article.held)}
            </td>
            <td data-number="">{numbers.count(Math.max(0, article.onHand - article.held))}</td>
            {mayChange && (
              <td>
                <span className={styles.buttons}>
                  {STOCK_CHANGES.map((kind) => (
                    <Button
                      key={kind}
                      aria-label={t(BUTTONS[kind].title, {
                        article: article.name ?? article.article,
                      })}
                      onClick={() => onChange({ kind, article })}
                    >
                      {t(BUTTONS[kind].text)}
                    </Button>
                  ))}
                </span>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </Panel>
  );
}

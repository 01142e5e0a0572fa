import styles from "./BoardPage.module.css";
import type { ReactNode } from "react";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table, type Column } from "#desk/kit/Table.tsx";
import type { BoardChart } from "#core/desk/board.ts";
import { csvAddress, type BoardQuery } from "./board-query.ts";

type Props = CsvOf & {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column[];
  /** The chart's figures as rows of a table. */
  readonly rows: ReactNode;
  /** The drawing. It is hidden from screen readers, which read the table. */
  readonly children: ReactNode;
  /** The text to show if the drawing would be empty. */
  readonly empty?: string | false;
};

/** A chart. Its figures are also in a table, for screen readers and for anyone who opens it. */
export function Chart({ title, note, columns, rows, children, empty, ...csv }: Props) {
  const t = useTexts("board");
  return (
    <Panel title={title} note={note} more={<CsvLink title={title} {...csv} />}>
      {empty ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        <div className={styles.plot} aria-hidden="true">
          {children}
        </div>
      )}
      <details className={styles.table}>
        <summary>{t("asTable")}</summary>
        <Table caption={title} columns={columns}>
          {rows}
        </Table>
      </details>
    </Panel>
  );
}

/** The figures that a CSV file contains. */
export type CsvOf = { readonly chart: BoardChart; readonly query: BoardQuery };

/** A link that downloads the figures of a panel as CSV. */
export function CsvLink({ title, chart, query }: CsvOf & { readonly title: string }) {
  const t = useTexts("board");
  return (
    <a className={styles.csv} href={csvAddress(chart, query)} download aria-label={t("csvOf", { what: title })}>
      CSV
    </a>
  );
}

/** The colours of charts, from the brand. */
export const PAINT = {
  bar: "var(--brand-2)",
  running: "color-mix(in srgb, var(--brand-2) 45%, #fff)",
  before: "var(--hold)",
  line: "var(--brand-2)",
  high: "color-mix(in srgb, var(--brand-2) 50%, #fff)",
  grid: "var(--row-line)",
  word: "var(--ink-2)",
} as const;

/** The style of axes. */
export const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: PAINT.word },
} as const;

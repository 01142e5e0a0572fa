import type { ReactNode } from "react";
import { useTexts } from "#desk/app/texts.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table, type Column } from "#desk/kit/Table.tsx";
import { CsvLink, type CsvOf } from "./CsvLink.tsx";
import styles from "./BoardPage.module.css";

type Props = CsvOf & {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column[];
  /** The same figures as the rows of a table. */
  readonly rows: ReactNode;
  /** The drawing, which is hidden from screen readers. */
  readonly children: ReactNode;
  /** The text to show instead of an empty drawing. */
  readonly empty?: string | false;
};

/** A chart with its figures as a table, for screen readers and for everybody who opens it. */
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

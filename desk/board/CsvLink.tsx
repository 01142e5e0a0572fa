import type { BoardChart } from "#core/desk/board.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { csvAddress, type BoardQuery } from "./board-query.ts";
import styles from "./BoardPage.module.css";

/** The figures that a file contains. */
export type CsvOf = { readonly chart: BoardChart; readonly query: BoardQuery };

/** Downloads the figures of a panel as CSV. */
export function CsvLink({ title, chart, query }: CsvOf & { readonly title: string }) {
  const t = useTexts("board");
  return (
    <a className={styles.csv} href={csvAddress(chart, query)} download aria-label={t("csvOf", { what: title })}>
      CSV
    </a>
  );
}

import { DESK_API, DESK_PATHS } from "#contract/desk/paths.ts";
import type { Section, SectionAct, SectionColumn, SectionRow } from "#contract/desk/section-answers.ts";
import { labelled } from "#core/text/labelled.ts";
import type { Locale } from "#core/text/locale.ts";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { Button, buttonClass } from "#desk/kit/Button.tsx";
import { Panel } from "#desk/kit/Panel.tsx";
import { Table } from "#desk/kit/Table.tsx";
import { isNumber, nameOf, useCellText } from "./cells.ts";
import styles from "./SectionPage.module.css";

type Props = {
  readonly name: string;
  readonly section: Section;
  readonly text: string;
  readonly rows: readonly SectionRow[];
  readonly onAct: (act: SectionAct, row: SectionRow) => void;
};

/** The rows of a page, with what can be done with each, and a link to all of them as a file. */
export function Rows({ name, section: { title, columns, acts }, text, rows, onAct }: Props) {
  const t = useTexts("sections");
  const { locale } = useLanguage();
  const cellText = useCellText();
  const ofRows = acts.filter(({ of }) => of === "row");
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <Panel bare>
      <Table
        caption={title}
        columns={[
          ...columns.map((column) => ({ key: column.key, label: column.title, number: isNumber(column) })),
          ...(ofRows.length > 0 ? [{ key: " acts", label: t("acts"), hideLabel: true }] : []),
        ]}
        empty={rows.length === 0 && (text === "" ? t("empty") : t("noneFound", { text }))}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{cellText(row.cells[first.key] ?? null, first)}</th>
            {others.map((column) => (
              <td key={column.key} {...attributesOf(column)}>
                {cellText(row.cells[column.key] ?? null, column)}
              </td>
            ))}
            {ofRows.length > 0 && (
              <td>
                <span className={styles.rowButtons}>
                  {ofRows
                    .filter((act) => row.acts.includes(act.name))
                    .map((act) => (
                      <Button
                        key={act.name}
                        {...(act.danger && { tone: "danger" })}
                        aria-label={labelled(act.title, nameOf(row, columns), locale)}
                        onClick={() => onAct(act, row)}
                      >
                        {act.title}
                      </Button>
                    ))}
                </span>
              </td>
            )}
          </tr>
        ))}
      </Table>
      {rows.length > 0 && (
        <p className={styles.csv}>
          <a href={csvAddress(name, text, locale)} download className={buttonClass}>
            {t("csv")}
          </a>
        </p>
      )}
    </Panel>
  );
}

/** Numbers are aligned at their end, and times stay on one line. */
function attributesOf(column: SectionColumn) {
  if (isNumber(column)) return { "data-number": "" };
  return column.kind === "time" ? { "data-one-line": "" } : {};
}

function csvAddress(name: string, text: string, locale: Locale): string {
  const path = DESK_PATHS.sectionCsv[1].replace(":section", encodeURIComponent(name));
  return `${DESK_API}${path}?${new URLSearchParams({ text, locale }).toString()}`;
}

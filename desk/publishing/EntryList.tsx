import { useTexts } from "#desk/app/texts.tsx";
import { Button } from "#desk/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { entryName } from "./names.ts";
import { valueAt } from "./form/form-context.ts";
import styles from "./EntryList.module.css";

type Props = {
  readonly entries: readonly unknown[];
  readonly chosen: number;
  /** Whether an entry contains an error. */
  readonly wrong: (index: number) => boolean;
  readonly readOnly: boolean;
  readonly onChoose: (index: number) => void;
  readonly onAdd: () => void;
};

/** The entries of a part, in the order in which the shop shows them. */
export function EntryList({ entries, chosen, wrong, readOnly, onChoose, onAdd }: Props) {
  const t = useTexts("publishing");
  return (
    <nav aria-label={t("editor.entries")} className={styles.list}>
      <ol>
        {entries.map((entry, index) => {
          const code = valueAt(entry, ["code"]);
          return (
            // Entries have no key.
            // oxlint-disable-next-line react/no-array-index-key -- The position identifies an entry: its code can change.
            <li key={index}>
              <button
                type="button"
                className={styles.entry}
                aria-current={index === chosen ? "true" : undefined}
                onClick={() => onChoose(index)}
              >
                <span>{entryName(entry) || t("editor.unnamed")}</span>
                <small>{typeof code === "string" ? code : ""}</small>
                {wrong(index) && (
                  <span className={styles.wrong}>
                    <Icon name="warn" size={16} />
                    <span className={styles.word}>{t("editor.mistakesTitle")}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {!readOnly && <Button onClick={onAdd}>{t("editor.add")}</Button>}
    </nav>
  );
}

import { useState } from "react";
import { typedAmount } from "#desk/app/numbers.ts";
import { useLanguage, useTexts } from "#desk/app/texts.tsx";
import { TextButton } from "#desk/kit/Button.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import { useForm, moved, valueAt, without, type Path } from "./form-context.ts";
import { LocalTextField } from "./LocalTextField.tsx";
import { GroupEditor } from "./GroupEditor.tsx";
import { emptyOf, fieldOf, type Field, type Schema } from "./schema.ts";
import styles from "./form.module.css";

type Props = { readonly label: string; readonly item: Schema; readonly path: Path; readonly value: unknown };

/** A list within an entry, such as its prices. Its items can be added, moved and removed. */
export function ListEditor({ label, item, path, value }: Props) {
  const t = useTexts("publishing");
  const { change, readOnly, problemAt } = useForm();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const field = fieldOf("", item);
  const problem = problemAt(path);
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {list.map((entry, index) => (
        // Entries have no key.
        // oxlint-disable-next-line react/no-array-index-key -- The position identifies an entry: its code can change.
        <Item key={index} {...{ label, list, index, entry, field, path }} />
      ))}
      {list.length === 0 && <p className={styles.quiet}>{t("editor.none")}</p>}
      {problem && <FieldError>{problem}</FieldError>}
      {!readOnly && (
        <TextButton onClick={() => change(path, [...list, emptyOf(item)])}>
          {t("editor.addOne", { what: label })}
        </TextButton>
      )}
    </fieldset>
  );
}

type ItemProps = {
  readonly label: string;
  readonly list: readonly unknown[];
  readonly index: number;
  readonly entry: unknown;
  readonly field: Field;
  readonly path: Path;
};

/** An item of a list. It is collapsed initially, unless it has an error or was just added. */
function Item({ label, list, index, entry, field, path }: ItemProps) {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const { change, readOnly, problemAt, hasProblem } = useForm();
  const own = [...path, index];
  const name = t("editor.item", { what: label, index: index + 1 });
  const summary = useSummary()(entry);
  const wrong = problemAt(own);
  const isWrong = hasProblem(own);
  const [wasWrong, setWasWrong] = useState(isWrong);
  const [isOpen, setOpen] = useState(isWrong || summary === "");
  // A new error expands the item. It stays expanded after the error is corrected, because a person is typing there.
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setOpen(true);
  }
  return (
    <details className={styles.item} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary || name}</summary>
      {field.kind === "localText" && <LocalTextField label={name} path={own} value={entry} long />}
      {field.kind === "group" && <GroupEditor fields={field.fields} path={own} value={entry} />}
      {wrong && <FieldError>{wrong}</FieldError>}
      {!readOnly && (
        <p className={styles.tools}>
          {index > 0 && (
            <TextButton
              aria-label={frame("named", { what: t("editor.up"), name })}
              onClick={() => change(path, moved(list, index, index - 1))}
            >
              {t("editor.up")}
            </TextButton>
          )}
          {index < list.length - 1 && (
            <TextButton
              aria-label={frame("named", { what: t("editor.down"), name })}
              onClick={() => change(path, moved(list, index, index + 1))}
            >
              {t("editor.down")}
            </TextButton>
          )}
          <TextButton
            aria-label={frame("named", { what: t("editor.remove"), name })}
            onClick={() => change(path, without(list, index))}
          >
            {t("editor.remove")}
          </TextButton>
        </p>
      )}
    </details>
  );
}

/** Maximum length of a paragraph's beginning that serves as its name, in characters. */
const SUMMARY_LENGTH = 80;
function startOf(text: unknown): string {
  if (typeof text !== "string") return "";
  return text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)} …` : text;
}

/**
 * Returns a function that names an item by its content: its term and price, its days, or its text. Empty if the item
 * has no content yet.
 */
function useSummary(): (entry: unknown) => string {
  const t = useTexts("publishing");
  const { locale } = useLanguage();
  return (entry) => {
    const at = (...path: string[]) => valueAt(entry, path);
    const choice = [at("tvTariff"), at("binding") ?? at("duration")]
      .filter((each) => typeof each === "string" || typeof each === "number")
      .map((each) =>
        t.has(`choices.${each}` as "choices.bill") ? t(`choices.${each}` as "choices.bill") : String(each),
      );
    const days = [at("from"), at("until")].map((day) => (typeof day === "string" ? day : ""));
    const price = at("price") ?? at("amount") ?? at("priceEur");
    const parts = [
      startOf(at("text", locale) ?? at("name", locale) ?? at("title", locale) ?? at(locale)),
      ...choice,
      days.some(Boolean) ? days.join(" – ") : "",
      typeof price === "number" && (choice.length > 0 || days.some(Boolean)) ? typedAmount(price) : "",
    ];
    return parts.filter((part): part is string => typeof part === "string" && part !== "").join(", ");
  };
}

import type { ReactNode } from "react";
import { TextField } from "#web/kit/TextField.tsx";
import { DayField } from "#desk/app/ChosenDay.tsx";
import { useTexts } from "#desk/app/texts.tsx";
import { TextButton } from "#desk/kit/Button.tsx";
import { AmountField } from "#desk/app/AmountField.tsx";
import { ChoiceField, ChoicesField, YesNoField } from "./ChoiceFields.tsx";
import { useForm, type FieldProps } from "./form-context.ts";
import { GroupEditor } from "./GroupEditor.tsx";
import { ListEditor } from "./ListEditor.tsx";
import { LocalTextField } from "./LocalTextField.tsx";
import { TextOrLocalField } from "./TextOrLocalField.tsx";
import { fieldOf, presentOf } from "./schema.ts";
import styles from "./form.module.css";

/** One field of an entry. If it is optional, it has buttons to add and remove it. */
export function FieldEditor({ field, path, value }: FieldProps) {
  const t = useTexts("publishing");
  const frame = useTexts("frame");
  const { change, readOnly } = useForm();
  const { name, schema, absent } = field;
  const label = useLabel(name);
  const isAbsent = value === undefined || value === null;
  if (absent !== "never" && isAbsent)
    return (
      <div className={styles.absent}>
        <span>{label}</span>
        {readOnly ? (
          <span className={styles.quiet}>{t("editor.none")}</span>
        ) : (
          <TextButton onClick={() => change(path, presentOf(schema))}>{t("editor.has", { what: label })}</TextButton>
        )}
      </div>
    );
  const clear = absent !== "never" && !readOnly && (
    <TextButton className={styles.clear} onClick={() => change(path, absent === "null" ? null : undefined)}>
      {frame("named", { what: t("editor.remove"), name: label })}
    </TextButton>
  );
  return <Present field={field} path={path} value={value} label={label} after={clear || null} />;
}

function useLabel(name: string): string {
  const t = useTexts("publishing");
  const key = `fields.${name}` as "fields.name";
  return t.has(key) ? t(key) : name;
}

/** Returns a field's hint; null if it has none. */
function useHint(name: string): string | null {
  const t = useTexts("publishing");
  const key = `hints.${name}` as "hints.code";
  return t.has(key) ? t(key) : null;
}

type PresentProps = FieldProps & { readonly label: string; readonly after: ReactNode };

function Present({ field: { name, schema }, path, value, label, after }: PresentProps) {
  const { change, readOnly, problemAt } = useForm();
  const hint = useHint(name);
  const field = fieldOf(name, schema);
  const id = path.join("-");
  const common = { name: id, label, ...(hint && { hint }), error: problemAt(path), disabled: readOnly };
  switch (field.kind) {
    case "text":
      return (
        <div className={styles.field}>
          <TextField
            {...common}
            autoComplete="off"
            {...(field.maxLength !== null && { maxLength: field.maxLength })}
            value={typeof value === "string" ? value : ""}
            onChange={(event) => change(path, event.target.value)}
          />
          {after}
        </div>
      );
    case "day":
      return (
        <div className={styles.field}>
          <DayField
            {...common}
            value={typeof value === "string" ? value : ""}
            onChange={(next) => change(path, next)}
          />
          {after}
        </div>
      );
    case "amount":
      return (
        <div className={styles.field}>
          <AmountField {...common} value={value} decimals onChange={(next) => change(path, next)} />
          {after}
        </div>
      );
    case "whole":
      return (
        <div className={styles.field}>
          <AmountField {...common} value={value} onChange={(next) => change(path, next)} />
          {after}
        </div>
      );
    case "yesNo":
      return <YesNoField {...common} value={value === true} onChange={(next) => change(path, next)} />;
    case "choice":
      return <ChoiceField {...common} options={field.options} value={value} onChange={(next) => change(path, next)} />;
    case "choices":
      return (
        <ChoicesField
          {...common}
          options={field.options}
          value={Array.isArray(value) ? (value as unknown[]) : []}
          onChange={(next) => change(path, next)}
        />
      );
    case "localText":
      return <LocalTextField label={label} path={path} value={value} after={after} />;
    case "textOrLocal":
      return <TextOrLocalField {...common} path={path} value={value} />;
    case "list":
      return <ListEditor label={label} item={field.item} path={path} value={value} />;
    case "group":
      return (
        <fieldset className={styles.group}>
          <legend>{label}</legend>
          <GroupEditor fields={field.fields} path={path} value={value} />
          {after}
        </fieldset>
      );
  }
}

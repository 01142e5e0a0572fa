import type { ComponentProps } from "react";
import { LOCALES } from "#core/text/locale.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { TextButton } from "#desk/kit/Button.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useForm, valueAt, type Path } from "./form-context.ts";
import { LocalTextField } from "./LocalTextField.tsx";
import styles from "./form.module.css";

type Props = Pick<ComponentProps<typeof TextField>, "name" | "label" | "hint" | "error" | "disabled"> & {
  readonly label: string;
  readonly path: Path;
  readonly value: unknown;
};

/** A field for one text for all languages. A button switches to one text for each language, and back. */
export function TextOrLocalField({ label, path, value, ...field }: Props) {
  const t = useTexts("publishing");
  const { change, readOnly } = useForm();
  if (typeof value !== "string") {
    const german = valueAt(value, ["de"]);
    return (
      <LocalTextField
        label={label}
        path={path}
        value={value}
        after={
          !readOnly && (
            <TextButton onClick={() => change(path, typeof german === "string" ? german : "")}>
              {t("editor.sameText", { what: label })}
            </TextButton>
          )
        }
      />
    );
  }
  const perLanguage = Object.fromEntries(LOCALES.map((locale) => [locale, value]));
  return (
    <div className={styles.field}>
      <TextField
        {...field}
        label={label}
        autoComplete="off"
        value={value}
        onChange={(event) => change(path, event.target.value)}
      />
      {!readOnly && (
        <TextButton onClick={() => change(path, perLanguage)}>{t("editor.perLanguage", { what: label })}</TextButton>
      )}
    </div>
  );
}

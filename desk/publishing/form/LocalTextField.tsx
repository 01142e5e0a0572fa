import type { ReactNode } from "react";
import { LANGUAGE_NAMES, LANGUAGE_TAG, LOCALES } from "#core/text/locale.ts";
import { LongTextField } from "#desk/kit/Form.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { useForm, valueAt, type Path } from "./form-context.ts";
import styles from "./form.module.css";

type Props = {
  readonly label: string;
  readonly path: Path;
  readonly value: unknown;
  /** Whether the text is a paragraph. */
  readonly long?: boolean;
  readonly after?: ReactNode;
};

/** Fields for a text in every language of the shop. */
export function LocalTextField({ label, path, value, long = false, after }: Props) {
  const { change, readOnly, problemAt } = useForm();
  return (
    <fieldset className={styles.texts} data-long={long || undefined}>
      <legend>{label}</legend>
      {LOCALES.map((locale) => {
        const own = [...path, locale];
        const text = valueAt(value, [locale]);
        const field = {
          name: own.join("-"),
          label: LANGUAGE_NAMES[locale],
          lang: LANGUAGE_TAG[locale],
          disabled: readOnly,
          error: problemAt(own),
          value: typeof text === "string" ? text : "",
        };
        return long ? (
          <LongTextField key={locale} {...field} rows={4} onChange={(next) => change(own, next)} />
        ) : (
          <TextField key={locale} {...field} autoComplete="off" onChange={(event) => change(own, event.target.value)} />
        );
      })}
      {after}
    </fieldset>
  );
}

import { useEffect, useRef } from "react";
import { focusField } from "./focus-field.ts";
import styles from "./Alert.module.css";

export type ListedError = {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  /** The field stands on this page: a link leads to it. */
  readonly here: boolean;
  /** Corrected since: struck out, which changes no word that would be read again. */
  readonly fixed: boolean;
};

/** All that was wrong with a form at a try, read out once. Takes the focus as it appears when asked to. */
export function ErrorSummary({
  title,
  errors,
  focus,
}: {
  readonly title: string;
  readonly errors: readonly ListedError[];
  readonly focus: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.alert} data-tone="danger">
      <div>
        <p className={styles.title}>{title}</p>
        <ul className={styles.list}>
          {errors.map(({ field, label, message, here, fixed }) => (
            <li key={field} data-fixed={fixed || undefined}>
              {here ? (
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(field);
                  }}
                >
                  {label}
                </a>
              ) : (
                label
              )}
              : {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

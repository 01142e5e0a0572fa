import { useEffect, useRef } from "react";
import { useLocale } from "use-intl";
import { labelled } from "#core/text/labelled.ts";
import { focusField } from "./focus-field.ts";
import styles from "./Alert.module.css";

export type ListedError = {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  /** The field is on this page, so the entry links to it. */
  readonly onPage: boolean;
  /**
   * Fixed in the meantime. The entry is struck through instead of changed, so that screen readers do not read it again.
   */
  readonly fixed: boolean;
};

/** All errors of a failed submission, announced once. If `focus` is set, it takes the focus when mounted. */
export function ErrorSummary({
  title,
  errors,
  focus,
}: {
  readonly title: string;
  readonly errors: readonly ListedError[];
  readonly focus: boolean;
}) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.alert} data-tone="danger">
      <div>
        <p className={styles.title}>{title}</p>
        <ul className={styles.list}>
          {errors.map(({ field, label, message, onPage, fixed }) => (
            <li key={field} data-fixed={fixed || undefined}>
              {onPage ? (
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
              {labelled("", message, locale)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

import { useEffect, useRef } from "react";
import styles from "./Alert.module.css";

export type ListedError = { readonly field: string; readonly label: string; readonly message: string };

/** All that is wrong with a form, each a link to its field. Takes the focus when asked to. */
export function ErrorSummary({
  title,
  errors,
  focus,
}: {
  readonly title: string;
  readonly errors: readonly ListedError[];
  readonly focus?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus, errors]);
  if (errors.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} role="alert" className={styles.alert} data-tone="danger">
      <div>
        <p className={styles.title}>{title}</p>
        <ul className={styles.list}>
          {errors.map(({ field, label, message }) => (
            <li key={field}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(field);
                }}
              >
                {label}
              </a>
              : {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Moves the focus to a field by its id, a choice inside it first. */
export function focusField(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  const inner = element.matches("input,select,button")
    ? element
    : (element.querySelector<HTMLElement>("input:checked,input,select") ?? element);
  inner.focus();
  element.scrollIntoView({ block: "center" });
  return true;
}

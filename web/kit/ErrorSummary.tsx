import { useEffect, useRef } from "react";
import { announce } from "./Announcer.tsx";
import styles from "./Alert.module.css";

export type ListedError = {
  readonly field: string;
  readonly label: string;
  readonly message: string;
  /** The field stands on this page: a link leads to it. */
  readonly here: boolean;
  /** Mended since: struck out, which changes no word that would be read again. */
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

/** Moves the focus to a field by its id, a choice inside it first. */
export function focusField(id: string): boolean {
  const element = document.getElementById(id);
  if (!element) return false;
  focusOn(element);
  element.scrollIntoView({ block: "center" });
  return true;
}

/** Moves the focus into a field. One that has it already moves nothing: what is wrong with it is said instead. */
export function focusOn(element: HTMLElement): void {
  const inner = element.matches("input,select,button")
    ? element
    : (element.querySelector<HTMLElement>("input:checked,input,select") ?? element);
  if (inner === document.activeElement) announce(() => mistakeAt(inner));
  else inner.focus();
}

/** The line under a field at fault: the first of those that describe it. */
function mistakeAt(field: HTMLElement): string {
  const wrong = field.closest('[aria-invalid="true"],[data-invalid]');
  const [line] = wrong?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return (line && document.getElementById(line)?.textContent) || "";
}

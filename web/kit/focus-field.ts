import { announce } from "./Announcer.tsx";

/** Moves the focus to the field with that id and scrolls it to the middle. False where no such field stands here. */
export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  focusInside(field);
  field.scrollIntoView({ block: "center" });
  return true;
}

/**
 * Moves the focus into a field, to the chosen option of a group first. Where it is already, what is wrong with the field
 * is announced, unless `quiet`: something else says it.
 */
export function focusInside(field: HTMLElement, { quiet = false } = {}): void {
  const inner = field.matches("input,select,button")
    ? field
    : (field.querySelector<HTMLElement>("input:checked,input,select") ?? field);
  if (inner !== document.activeElement) inner.focus();
  else if (!quiet) announce(() => mistakeAt(inner));
}

/** The line under a field at fault: the first of those that describe it. */
function mistakeAt(field: HTMLElement): string {
  const wrong = field.closest('[aria-invalid="true"],[data-invalid]');
  const [line] = wrong?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return (line && document.getElementById(line)?.textContent) || "";
}

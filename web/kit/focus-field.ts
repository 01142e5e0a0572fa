import { announce } from "./Announcer.tsx";

/**
 * Focuses the field with this id and scrolls it to the middle of the window, or with `block: "start"` to the top, for a
 * group with a heading. Returns false if the page has no such field.
 */
export function focusField(id: string, block: "center" | "start" = "center"): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  focusInside(field);
  field.scrollIntoView({ block });
  return true;
}

/**
 * Focuses a field, or the chosen option of a group. If it is already focused, announces the field's error instead,
 * unless `quiet` is set.
 */
export function focusInside(field: HTMLElement, { quiet = false } = {}): void {
  const inner = field.matches("input,select,button")
    ? field
    : (field.querySelector<HTMLElement>("input:checked,input,select") ?? field);
  if (inner !== document.activeElement) inner.focus();
  else if (!quiet) announce(() => errorMessageOf(inner));
}

/**
 * Returns a field's error message: the text of the first element that describes the field. Empty if the field is valid.
 */
function errorMessageOf(field: HTMLElement): string {
  const wrong = field.closest('[aria-invalid="true"],[data-invalid]');
  const [line] = wrong?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return (line && document.getElementById(line)?.textContent) || "";
}

import { announce } from "./Announcer.tsx";

/**
 * Focuses the field with an id and scrolls it to the middle, or to the top if `block` says so, as for a group with a heading. Returns false if
 * the page has no such field.
 */
export function focusField(id: string, block: "center" | "start" = "center"): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  focusInside(field);
  field.scrollIntoView({ block });
  return true;
}

/**
 * Focuses a field; in a group the chosen option. If it has the focus already, announces its error instead, unless `quiet`.
 */
export function focusInside(field: HTMLElement, { quiet = false } = {}): void {
  const inner = field.matches("input,select,button")
    ? field
    : (field.querySelector<HTMLElement>("input:checked,input,select") ?? field);
  if (inner !== document.activeElement) inner.focus();
  else if (!quiet) announce(() => mistakeAt(inner));
}

/** The error message of a field: the first element that describes it. */
function mistakeAt(field: HTMLElement): string {
  const wrong = field.closest('[aria-invalid="true"],[data-invalid]');
  const [line] = wrong?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return (line && document.getElementById(line)?.textContent) || "";
}

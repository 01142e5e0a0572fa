import { computeAccessibleName, getRole } from "dom-accessibility-api";

// Runs in the page, where `screen.ts` injects it.

/** Returns the elements that can be seen and pressed: those inside the open dialog, if there is one. */
function visible(): Element[] {
  const root = document.querySelector("dialog:modal") ?? document;
  return [...root.querySelectorAll("*")].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert], [aria-hidden=true]") === null,
  );
}

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the element with exactly this accessible name, or else the first whose name contains it. */
function named(elements: readonly Element[], name: string): Element | null {
  const names = elements.map((element) => plain(computeAccessibleName(element)));
  const exact = elements[names.indexOf(name)];
  return exact ?? elements.find((_, at) => names[at]?.includes(name)) ?? null;
}

/**
 * Returns the element with this role and name; for a radio button or checkbox its label, because the control itself can
 * be hidden behind it.
 */
export function byRole(role: string, name: string): Element | null {
  const found = named(
    visible().filter((element) => getRole(element) === role),
    name,
  );
  const label = found instanceof HTMLInputElement && /radio|checkbox/.test(role) ? found.labels?.[0] : null;
  return label ?? found;
}

/** Returns the field with this label. */
export const byLabel = (label: string): Element | null =>
  named(
    visible().filter((element) => element.matches("input, select, textarea")),
    label,
  );

/** Whether the page shows this text. */
export const shows = (text: string): boolean => plain(document.body.innerText).includes(plain(text));

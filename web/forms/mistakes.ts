import type { ListedError } from "#web/kit/ErrorSummary.tsx";

/** Sentences by field; a field without one is right. */
export type Messages = Readonly<Record<string, string | undefined>>;
/** A mistake as it was found at a try to submit. */
export type Mistake = Omit<ListedError, "fixed">;

const BIRTHDAY: readonly string[] = ["day", "month", "year"];
export const isBirthday = (field: string): boolean => BIRTHDAY.includes(field);

/** The mistakes of a form in the order in which their fields stand; those without a field on this page come first. */
export function mistakesOf(messages: Messages, labelOf: (field: string) => string): readonly Mistake[] {
  return withOneBirthday(messages)
    .map(([field, message]) => ({
      mistake: { field, message, label: labelOf(field) },
      element: document.getElementById(field),
    }))
    .sort((one, other) => inOrderOfPage(one.element, other.element))
    .map(({ mistake, element }) => ({ ...mistake, here: element !== null }));
}

/** Whether a mistake that was listed has been corrected since. The birthday is right once all its parts are. */
export function isFixed(field: string, messages: Messages): boolean {
  return isBirthday(field) ? !BIRTHDAY.some((part) => messages[part]) : !messages[field];
}

/** The birthday is one question with three parts: one line in the summary, at its first part at fault. */
function withOneBirthday(messages: Messages): [string, string][] {
  const first = BIRTHDAY.find((field) => messages[field]);
  return Object.entries(messages).flatMap(([field, message]) =>
    message && (!isBirthday(field) || field === first) ? [[field, message]] : [],
  );
}

function inOrderOfPage(one: Element | null, other: Element | null): number {
  if (!one || !other) return Number(one !== null) - Number(other !== null);
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

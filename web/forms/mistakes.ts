import type { ListedError } from "#web/kit/ErrorSummary.tsx";

/** Error messages by field; none for a valid field. */
export type Messages = Readonly<Record<string, string | undefined>>;
/** An error found on submission. */
export type Mistake = Omit<ListedError, "fixed">;

const BIRTHDAY: readonly string[] = ["day", "month", "year"];
export const isBirthday = (field: string): boolean => BIRTHDAY.includes(field);

/** Returns a form's errors in the order of their fields; those without a field on this page come first. */
export function mistakesOf(messages: Messages, labelOf: (field: string) => string): readonly Mistake[] {
  return withOneBirthday(messages)
    .map(([field, message]) => ({
      mistake: { field, message, label: labelOf(field) },
      element: document.getElementById(field),
    }))
    .sort((one, other) => inOrderOfPage(one.element, other.element))
    .map(({ mistake, element }) => ({ ...mistake, onPage: element !== null }));
}

/** Whether a listed error has been fixed. An error in the birthday is fixed once all parts of the date are valid. */
export function isFixed(field: string, messages: Messages): boolean {
  return isBirthday(field) ? !BIRTHDAY.some((part) => messages[part]) : !messages[field];
}

/** Keeps only one error for the birthday, at its first invalid part. */
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

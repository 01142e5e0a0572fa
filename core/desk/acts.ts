import { visibleText } from "#core/text/plain-text.ts";

/**
 * Who requested something, compared with the person who wants to confirm it. `unknown`: they log in in different ways, so it cannot be told whether
 * they are the same person.
 */
export const ASKERS = ["own", "other", "unknown"] as const;
export type Asker = (typeof ASKERS)[number];

/** Somebody at the desk: the id, and the login provider that knows the person; null for people who were invited. */
export type Known = { readonly id: string; readonly issuer: string | null };

/**
 * Whether `asker` is `person`. Neither names nor e-mails are compared: both may change, and two people of one provider may have the same. `asker` is
 * null where no id was kept, `person` for nobody of the desk.
 */
export function askerFor(asker: Known | null, person: Known | null): Asker {
  if (asker === null || person === null) return "unknown";
  if (asker.id === person.id) return "own";
  return asker.issuer === person.issuer ? "other" : "unknown";
}

/** A reason that somebody types, in characters. */
export const REASON_LENGTH = { min: 5, max: 500 } as const;

/** A reason as it is kept: in one line, without what nobody sees and with single spaces. */
export const reasonText = (typed: string): string => visibleText(typed).replace(/\s+/gu, " ");

/** Whether something was typed that may be a reason. */
export const isReason = (typed: string): boolean => reasonText(typed).length >= REASON_LENGTH.min;

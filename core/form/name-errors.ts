import { SALUTATIONS } from "../catalogue/codes.ts";
import { plainSigns } from "../text/plain-text.ts";
import type { FieldOf, NameFields } from "./fields.ts";
import { onlyMistakes, textMistake, type FieldMistake, type FormErrors } from "./mistakes.ts";

/** Letters of any script, the signs between them, and the invisible joiners that Persian uses. */
const NAME_SIGNS = /^[\p{L}\p{M}\p{Zs}\p{Join_Control}'.,·()-]+$/u;
/** Two words with a dot between them, which mail programs would turn into a link. */
const LINK = /\p{L}{2}\.\p{L}{2}/u;

/**
 * Checks a name. It appears in e-mails that the shop sends to an unverified address, so it must not contain a link,
 * number or amount.
 */
function nameMistake(text: string, field: Exclude<FieldOf<"name">, "salutation">): FieldMistake | null {
  return (
    textMistake(text, field) ?? (NAME_SIGNS.test(plainSigns(text).trim()) && !LINK.test(text) ? null : "nameSigns")
  );
}

/** Returns the errors in salutation and names. */
export function nameErrors({ salutation, firstName, lastName }: NameFields): FormErrors {
  return onlyMistakes({
    salutation: SALUTATIONS.some((each) => each === salutation) ? null : "chooseOne",
    firstName: nameMistake(firstName, "firstName"),
    lastName: nameMistake(lastName, "lastName"),
  });
}

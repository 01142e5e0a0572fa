import { SALUTATIONS } from "../catalogue/codes.ts";
import { plainSigns } from "../text/plain-text.ts";
import type { FieldOf, NameFields } from "./fields.ts";
import { onlyMistakes, textMistake, type FieldMistake, type FormErrors } from "./mistakes.ts";

/** Letters of any script, and the signs between them; Persian joins letters with invisible ones. */
const NAME_SIGNS = /^[\p{L}\p{M}\p{Zs}\p{Join_Control}'.,·()-]+$/u;
/** Two words with a dot between them are an address that mail programs make a link of. */
const LINK = /\p{L}{2}\.\p{L}{2}/u;

/**
 * A name goes into mails that the shop sends to an address that nobody has proved: no link, number or amount may stand
 * in it.
 */
function nameMistake(text: string, field: Exclude<FieldOf<"name">, "salutation">): FieldMistake | null {
  return (
    textMistake(text, field) ?? (NAME_SIGNS.test(plainSigns(text).trim()) && !LINK.test(text) ? null : "nameSigns")
  );
}

/** Errors in salutation and names. */
export function nameErrors({ salutation, firstName, lastName }: NameFields): FormErrors {
  return onlyMistakes({
    salutation: SALUTATIONS.some((each) => each === salutation) ? null : "chooseOne",
    firstName: nameMistake(firstName, "firstName"),
    lastName: nameMistake(lastName, "lastName"),
  });
}

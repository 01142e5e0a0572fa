import { EMPTY_FORM, type CustomerForm } from "#core/form/fields.ts";
import { fromWire } from "#core/form/spelling.ts";
import type { Profile } from "#server/sale/identity/profile.ts";
import { NORA, personForm } from "../../kit/people.ts";

export { documentNumber, personForm } from "../../kit/people.ts";
export { picture } from "../../kit/picture.ts";

/** Returns the same form with every field, as the server stores it. */
export function wholeForm(email: string): CustomerForm {
  return {
    ...EMPTY_FORM,
    ...fromWire(personForm(email)),
  };
}

/** Returns the person in the profile of an account. */
export const profilePerson = (more: Partial<ProfilePerson> = {}): ProfilePerson => ({ ...fromWire(NORA), ...more });
type ProfilePerson = NonNullable<Profile["person"]>;

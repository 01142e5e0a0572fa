import { useTranslations } from "use-intl";
import type { FieldMistake } from "#core/form/customer-form.ts";
import type { PasswordMistake } from "#core/person/password.ts";

/** The sentence of a mistake in a field, with the values that it names. */
export function useFieldText(): (mistake: FieldMistake | PasswordMistake | "empty.newPassword") => string {
  const t = useTranslations("fields");
  return (mistake) => (typeof mistake === "string" ? t(mistake) : t(mistake.text, mistake.values));
}

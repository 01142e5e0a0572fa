import { useTranslations } from "use-intl";
import type { FieldMistake } from "#core/form/mistakes.ts";
import type { PasswordMistake } from "#core/person/password.ts";
import { useEffect } from "react";

/** Returns a function that turns a field's error into its message. */
export function useFieldText(): (mistake: FieldMistake | PasswordMistake | "empty.newPassword") => string {
  const t = useTranslations("fields");
  return (mistake) => (typeof mistake === "string" ? t(mistake) : t(mistake.text, mistake.values));
}

/** Prefixes the document's title with "Error: " until all errors of a failed submission are fixed. */
export function useErrorTitle(wrong: boolean): void {
  const prefix = useTranslations("fields")("errorTitle");
  useEffect(() => {
    if (!wrong) return;
    document.title = prefix + document.title;
    return () => {
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [wrong, prefix]);
}

import type { Locale } from "#core/text/locale.ts";
import { serverText } from "./texts.ts";

/** The first line of a mail: by name, or without one if none is known. */
export function greeting(
  locale: Locale,
  person: { readonly first_name?: string; readonly last_name?: string } | null,
): string {
  const name = [person?.first_name, person?.last_name].filter(Boolean).join(" ");
  return name === "" ? serverText(locale, "mail.greetingNoName") : serverText(locale, "mail.greeting", { name });
}

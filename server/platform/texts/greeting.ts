import type { Locale } from "#core/text/locale.ts";
import { serverText } from "./texts.ts";
import { domainToASCII, domainToUnicode } from "node:url";

/** Returns the salutation of an e-mail, with the name if it is known. */
export function greeting(
  locale: Locale,
  person: { readonly firstName?: string; readonly lastName?: string } | null,
): string {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(" ");
  return name === "" ? serverText(locale, "mail.greetingNoName") : serverText(locale, "mail.greeting", { name });
}

/** Patterns of hosts whose letters, including the top-level domain, are all in one script. */
const ONE_SCRIPT = ["Latin", "Cyrillic", "Greek", "Han", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari"].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\d.-]+$`, "u"),
);

/**
 * Returns an e-mail address in readable form: `x@bücher.ch` for `x@xn--bcher-kva.ch`, the stored form, to which e-mails
 * are sent. A host with several scripts stays in its stored form, because its letters could imitate another host (UTS
 * 39). So does a host that could not be converted back to its stored form.
 */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const stored = address.slice(at);
  const host = domainToUnicode(stored);
  const isSafe = domainToASCII(host) === stored && ONE_SCRIPT.some((script) => script.test(host));
  return isSafe ? address.slice(0, at) + host : address;
}

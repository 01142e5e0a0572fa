import type { Locale } from "#core/text/locale.ts";
import { serverText } from "./texts.ts";
import { domainToASCII, domainToUnicode } from "node:url";

/** The first line of a mail, with the name if it is known. */
export function greeting(
  locale: Locale,
  person: { readonly firstName?: string; readonly lastName?: string } | null,
): string {
  const name = [person?.firstName, person?.lastName].filter(Boolean).join(" ");
  return name === "" ? serverText(locale, "mail.greetingNoName") : serverText(locale, "mail.greeting", { name });
}

/** Hosts in the letters of one script, from the name to the top-level domain. */
const ONE_SCRIPT = ["Latin", "Cyrillic", "Greek", "Han", "Hangul", "Arabic", "Hebrew", "Thai", "Devanagari"].map(
  (script) => new RegExp(`^[\\p{Script=${script}}\\p{M}\\d.-]+$`, "u"),
);

/**
 * An e-mail address as people write it: `x@bücher.ch` for `x@xn--bcher-kva.ch`, which is the stored form that mails are
 * sent to. A host with several scripts stays in its stored form, because its letters could imitate those of another
 * host (UTS 39), and so does one that would not be read back as itself.
 */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const stored = address.slice(at);
  const host = domainToUnicode(stored);
  const isSafe = domainToASCII(host) === stored && ONE_SCRIPT.some((script) => script.test(host));
  return isSafe ? address.slice(0, at) + host : address;
}

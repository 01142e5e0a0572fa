import { plainText } from "../text/plain-text.ts";

/** Tidies an e-mail address that was typed or copied from a link: lower case, with the host as mail servers know it. */
export function tidyEmail(typed: string): string {
  const text = plainText(typed)
    .replace(/^mailto: ?/i, "")
    .toLowerCase();
  const host = text.lastIndexOf("@") + 1;
  return host === 0 ? text : `${text.slice(0, host)}${asciiHost(text.slice(host))}`;
}

/**
 * Converts a host with umlauts to its form in the Domain Name System (`müller.ch` to `xn--mller-kva.ch`); any other
 * text stays as it is.
 */
function asciiHost(host: string): string {
  // ASCII text is left alone, because `URL` would read 1.2 as an IP address.
  if (!/[^\0-\x7f]/.test(host) || /[^\p{L}\p{M}\p{N}.。-]/u.test(host)) return host;
  const address = `https://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : host;
}

/**
 * Matches the part before the @ if every mail server accepts it; dots only between other characters (RFC 5321,
 * Dot-string).
 */
const LOCAL = /^(?!\.|.*\.\.|.*\.$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
/** Maximum length of an e-mail address in characters (RFC 5321). */
const MAX_EMAIL = 254;

/**
 * What is wrong with an e-mail address: a key of `locales/<language>/fields.json`, in one case with the letter that
 * cannot be delivered.
 */
export type EmailMistake =
  | "empty.email"
  | "email"
  | { readonly text: "emailLetter"; readonly values: { readonly letter: string } };

/**
 * Checks an e-mail address as mail servers do. A local part with letters beyond ASCII is refused, because few servers
 * deliver to it.
 */
export function emailMistake(typed: string): EmailMistake | null {
  const email = tidyEmail(typed);
  if (email === "") return "empty.email";
  const [local = "", host = "", ...more] = email.split("@");
  if (more.length > 0 || email.length > MAX_EMAIL || !HOST.test(host)) return "email";
  const [letter] = /[^\0-\x7f]/u.exec(local.normalize("NFC")) ?? [];
  if (letter !== undefined) return { text: "emailLetter", values: { letter } };
  return LOCAL.test(local) ? null : "email";
}

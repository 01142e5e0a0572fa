/**
 * Signs of a sentence, brackets, quotation marks, spaces, line breaks and invisible characters. No code of the
 * catalogue has one of them.
 */
const SIGN = /[\s\p{Cf}.,;:!?()<>[\]{}"'«»‹›“”„‘’…]/u;

/** Removes the signs around a part of a link that belong to the text in which the link was. */
export function withoutLooseEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SIGN.test(text.charAt(start))) start++;
  while (end > start && SIGN.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

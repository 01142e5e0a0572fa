/**
 * Signs of a sentence, brackets, quotation marks, spaces, and invisible characters, which programs copy with a link. No
 * code of the catalogue has one of them.
 */
const SIGN = /[\s.,;:!?()<>[\]{}"'«»‹›“”„‘’…\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069]/;

/** Removes the signs around a part of a link that belong to the text in which the link was. */
export function withoutLooseEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && SIGN.test(text.charAt(start))) start++;
  while (end > start && SIGN.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

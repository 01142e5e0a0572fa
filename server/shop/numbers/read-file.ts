import { displayPhone, isSwissMobile, normalisePhone } from "#core/numbers/phone.ts";
import { listEntries, readOperatorText, unclosedQuote, type Unreadable } from "#server/platform/files/operator-text.ts";

/** The numbers of a file, or what is wrong with it, line by line. */
export type ReadNumbers =
  | { readonly ok: true; readonly msisdns: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[]; readonly unreadable: Unreadable | null };

/**
 * Reads a list of numbers in any Swiss form (`listEntries`). A file with a mistake is refused as a whole.
 */
export async function readNumberFile(file: string): Promise<ReadNumbers> {
  const content = await readOperatorText(file);
  if (!content.ok) return { ok: false, mistakes: [`it ${content.problem}. ${content.fix}`], unreadable: content };
  const mistakes: string[] = [];
  const found = new Map<string, number>();
  for (const entry of listEntries(content.text)) {
    const { line, text } = entry;
    const msisdn = normalisePhone(text);
    const earlier = found.get(msisdn);
    const unclosed = unclosedQuote(entry);
    if (unclosed) mistakes.push(unclosed);
    else if (!/^[+(\d][\d\s()./’'-]*$/u.test(text) || !isSwissMobile(msisdn))
      mistakes.push(`line ${line}: "${text.slice(0, 40)}" is no Swiss mobile number`);
    else if (earlier) mistakes.push(`line ${line}: ${displayPhone(msisdn)} is in line ${earlier} already`);
    else found.set(msisdn, line);
  }
  if (mistakes.length > 0) return { ok: false, mistakes, unreadable: null };
  return { ok: true, msisdns: [...found.keys()] };
}

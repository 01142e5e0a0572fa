import { plainIccid } from "#core/order/esim.ts";
import { listEntries, unclosedQuote } from "#server/platform/files/operator-text.ts";

/** The ICCIDs of a file with what is doubtful about them, or what is wrong, line by line. */
export type ReadIccids =
  | { readonly ok: true; readonly iccids: readonly string[]; readonly doubts: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/**
 * Reads a list of ICCIDs (`listEntries`). A file with a mistake is refused as a whole: what is no ICCID, what a
 * spreadsheet has rounded, and what stands there twice. A check digit that does not fit is only doubtful, because some
 * operators leave it out.
 */
export function readIccids(text: string): ReadIccids {
  const mistakes: string[] = [];
  const doubts: string[] = [];
  const found = new Map<string, number>();
  for (const listed of listEntries(text)) {
    const { line, text: entry } = listed;
    const iccid = plainIccid(entry.replace(/[\s-]/g, ""));
    const earlier = found.get(iccid);
    const unclosed = unclosedQuote(listed);
    if (unclosed) mistakes.push(unclosed);
    else if (isRounded(iccid))
      mistakes.push(`line ${line}: "${entry}" was rounded by a spreadsheet: format the column as text`);
    else if (!/^\d{18,20}$/.test(iccid))
      mistakes.push(`line ${line}: "${entry.slice(0, 40)}" is no ICCID: 18 to 20 digits`);
    else if (earlier) mistakes.push(`line ${line}: ${iccid} is in line ${earlier} already`);
    else if (!hasCheckDigit(iccid)) doubts.push(`line ${line}: the last digit of ${iccid} is not its check digit`);
    if (earlier === undefined) found.set(iccid, line);
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, iccids: [...found.keys()], doubts };
}

/** Spreadsheets keep 15 digits of a number, and write zeros for the others or an exponent. */
const isRounded = (iccid: string) =>
  /^\d[.,]\d+E\+\d+$/i.test(iccid) || (/^\d{15}0{3,5}$/.test(iccid) && !hasCheckDigit(iccid));

/** Whether the last digit is the one that Luhn's formula makes of the others (ITU-T E.118, 5.2). */
function hasCheckDigit(iccid: string): boolean {
  const sum = [...iccid].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

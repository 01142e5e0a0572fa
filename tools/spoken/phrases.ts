import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { writtenDate } from "#core/time/day-text.ts";

/** Ends, and roles that tell a listener nothing: most screen readers do not say them. */
const SILENT =
  /^(end,? .*|status, .*|(paragraph|strong|emphasis|deletion|insertion|term|definition|group|form|main|status|figure|time|article|document)$)/;
/** What has its contents as its name. */
const CONTROL = /^(heading|link|button|checkbox|radio|tab|img|image),? /;
/** What has a label and hints outside. */
const FIELD = /^(checkbox|radio|textbox|searchbox|combobox|slider|switch|spinbutton|group),? /;
const ITEM = /^listitem.*, position (\d+), set size (\d+)$/;
/** States without a meaning for a listener. */
const NOISE = /, (not busy|1 control|not pressed|orientated \w+|autocomplete in list)(?=,|$)/g;
/** What is a text of its own in the page, and for a listener the end of the one before. */
const CLOSING = /^[:.,;)]/;
const OPTION = /^option, /;
/** So many options are kept of a long list. */
const FEW = 2;
/** A shorter phrase may be part of another one by chance. */
const SHORT = 10;

/**
 * The phrases as a listener hears them, one a line. A label is heard with its field, and the contents of a button or a heading as its
 * name, not a second time. Of a long list of options only the first ones are kept.
 */
export function asHeard(phrases: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let item = "";
  let options = 0;
  for (const spoken of phrases) {
    const phrase = spoken.replace(/\s+/g, " ");
    const last = lines.at(-1) ?? "";
    if (last && (CLOSING.test(phrase) || last.endsWith("("))) {
      lines[lines.length - 1] += phrase;
      continue;
    }
    if (last && phrase === "(") {
      lines[lines.length - 1] += " (";
      continue;
    }
    const place = ITEM.exec(phrase);
    options = OPTION.test(phrase) ? options + 1 : SILENT.test(phrase) ? options : 0;
    if (place) item = `${place[1]} of ${place[2]}: `;
    if (place || SILENT.test(phrase) || options > FEW || isContent(phrase, last)) continue;
    while (isLabelOf(lines.at(-1) ?? "", phrase)) item = itemOf(lines.pop() ?? "") || item;
    lines.push(item + phrase.replace(NOISE, ""));
    item = "";
  }
  return lines;
}

const itemOf = (line: string) => /^\d+ of \d+: /.exec(line)?.[0] ?? "";
const wordsOf = (line: string) => line.slice(itemOf(line).length);

/** Whether a phrase is a part of the control that was heard before it. One for a file or a language has no role. */
function isContent(phrase: string, before: string): boolean {
  const control = wordsOf(before);
  if (CONTROL.test(phrase) || control === phrase) return false;
  if (control.startsWith(`${phrase}, `) || (control.includes(phrase) && phrase.length > SHORT)) return true;
  return (CONTROL.test(control) || FIELD.test(control)) && control.toLowerCase().includes(phrase.toLowerCase());
}

/** Whether what was heard is the label or hint of the field that follows. A field for a password has no role. */
function isLabelOf(heard: string, field: string): boolean {
  const words = wordsOf(heard);
  if (words === "" || CONTROL.test(words) || FIELD.test(words)) return false;
  return FIELD.test(field) ? field.includes(words) : field.startsWith(`${words}, `) || field.endsWith(`, ${words}`);
}

/** Replaces what differs from run to run: e-mails, order numbers, dates, times and references. */
export function withPlaceholders(line: string, locale: Locale): string {
  return line
    .replace(/\S+@example\.ch/g, "<e-mail>")
    .replace(/\+41 78 555 \d\d \d\d/g, "<new number>")
    .replace(/\bK\d{6,}\b/g, "<order>")
    .replace(/\b[0-9a-f]{32}\b/g, "<reference>")
    .replace(/\b\d{1,2}\.\d{1,2}\.20\d\d\b/g, "<date>")
    .replace(datesOf(locale), "<date>")
    .replace(/\b\d{1,2} \p{L}{3,4}\.? 20\d\d/gu, "<date>")
    .replace(/\b\d{2}:\d{2}\b/g, "<time>");
}

/**
 * Dates in words, with or without a weekday and a year: "Dienstag, 24. November 2026". Serbian has a form for each
 * place.
 */
function datesOf(locale: Locale): RegExp {
  const words = (options: Intl.DateTimeFormatOptions, days: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...options, timeZone: "UTC" });
    const places = ["by", "on", "alone"] as const;
    return places.flatMap((place) => days.map((day) => writtenDate(format, day, { place, locale }))).join("|");
  };
  const months = words(
    { month: "long" },
    Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1))),
  );
  const weekdays = words(
    { weekday: "long" },
    Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day))),
  );
  return new RegExp(`(?:(?:${weekdays}),? )?\\b\\d{1,2}(?:\\.|er|º)?\\s(?:${months})(?:\\s20\\d\\d)?`, "gi");
}

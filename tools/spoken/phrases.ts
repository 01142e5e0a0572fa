import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { writtenDate } from "#core/time/day-text.ts";

/** Ends of elements, and roles that mean nothing to a listener. Most screen readers do not announce them. */
const SILENT =
  /^(end,? .*|status, .*|(paragraph|strong|emphasis|deletion|insertion|term|definition|group|form|main|status|figure|time|article|document)$)/;
/** Roles whose content is also their name. */
const CONTROL = /^(heading|link|button|checkbox|radio|tab|img|image),? /;
/** Roles whose label and hints are outside the element. */
const FIELD = /^(checkbox|radio|textbox|searchbox|combobox|slider|switch|spinbutton|group),? /;
const ITEM = /^listitem.*, position (\d+), set size (\d+)$/;
/** States that mean nothing to a listener. */
const NOISE = /, (not busy|1 control|not pressed|orientated \w+|autocomplete in list)(?=,|$)/g;
/** The start of a text node that a listener hears as the end of the previous one. */
const CLOSING = /^[:.,;)]/;
const OPTION = /^option, /;
/** How many options of a long list are recorded. */
const MAX_OPTIONS = 2;
/** A phrase shorter than this can be part of another one by coincidence. */
const SHORT_LENGTH = 10;

/**
 * Returns the phrases as a listener hears them, one per line. A label is announced together with its field, and the
 * content of a button or heading only once, as its name. Of a long list, only the first options are recorded.
 */
export function announcedLines(phrases: readonly string[]): readonly string[] {
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
    if (OPTION.test(phrase)) options += 1;
    else if (!SILENT.test(phrase)) options = 0;
    if (place) item = `${place[1]} of ${place[2]}: `;
    if (place || SILENT.test(phrase) || options > MAX_OPTIONS || isContent(phrase, last)) continue;
    while (isLabelOf(lines.at(-1) ?? "", phrase)) item = itemOf(lines.pop() ?? "") || item;
    lines.push(item + phrase.replace(NOISE, ""));
    item = "";
  }
  return lines;
}

const itemOf = (line: string) => /^\d+ of \d+: /.exec(line)?.[0] ?? "";
const withoutPosition = (line: string) => line.slice(itemOf(line).length);

/** Whether a phrase is part of the preceding control. File fields and the language menu have no role. */
function isContent(phrase: string, before: string): boolean {
  const control = withoutPosition(before);
  if (CONTROL.test(phrase) || control === phrase) return false;
  if (control.startsWith(`${phrase}, `) || (control.includes(phrase) && phrase.length > SHORT_LENGTH)) return true;
  return (CONTROL.test(control) || FIELD.test(control)) && control.toLowerCase().includes(phrase.toLowerCase());
}

/** Whether a phrase is the label or hint of the field that follows. Password fields have no role. */
function isLabelOf(line: string, field: string): boolean {
  const words = withoutPosition(line);
  if (words === "" || CONTROL.test(words) || FIELD.test(words)) return false;
  return FIELD.test(field) ? field.includes(words) : field.startsWith(`${words}, `) || field.endsWith(`, ${words}`);
}

/** Replaces parts that differ between runs: e-mail addresses, order numbers, dates, times and references. */
export function withPlaceholders(line: string, locale: Locale): string {
  return line
    .replace(/\S+@example\.ch/g, "<e-mail>")
    .replace(/\+41 78 555 \d\d \d\d/g, "<new number>")
    .replace(/\bK\d{6,}\b/g, "<order>")
    .replace(/\b[0-9a-f]{32}\b/g, "<reference>")
    .replace(/\b\d{1,2}\.(?:\d{1,2}\.20\d\d\b| \d{1,2}\. 20\d\d\.)/g, "<date>")
    .replace(datesOf(locale), "<date>")
    .replace(/\b\d{1,2}(?:er|º)? \p{L}{3,4}\.? 20\d\d/gu, "<date>")
    .replace(/\b\d{2}:\d{2}\b/g, "<time>");
}

/**
 * Returns a pattern for dates in words, with or without weekday and year: "Dienstag, 24. November 2026". It includes
 * Serbian's case forms, which depend on the position in a sentence.
 */
function datesOf(locale: Locale): RegExp {
  const words = (options: Intl.DateTimeFormatOptions, days: readonly Date[]) => {
    const format = new Intl.DateTimeFormat(LANGUAGE_TAG[locale], { ...options, timeZone: "UTC" });
    const places = ["by", "on", "alone"] as const;
    return places
      .flatMap((place) => days.map((day) => writtenDate(format, day, { position: place, locale })))
      .join("|");
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

import { compareDays, dayOf, formatDay, type Day } from "../time/dates.ts";
import { offeredDocuments, PERMITS, type DocumentRules, type DocumentType } from "./documents.ts";
import { isEu } from "../address/countries.ts";

const PASSPORTS: readonly DocumentType[] = ["182400006", "182400013"];

type Kind = { readonly code: string; readonly issuer: string; readonly nationality: string };

/**
 * Returns the document types that a zone's code and countries (alpha-2) can stand for. The code of a passport begins
 * with P. A Swiss card is an identity card if its holder is Swiss, and otherwise a permit; the zone does not contain
 * the category of the permit.
 */
function typesOf({ code, issuer, nationality }: Kind): readonly DocumentType[] {
  if (code.startsWith("P")) return issuer === "CH" && nationality === "CH" ? ["182400004"] : PASSPORTS;
  if (!/^[ACI]/.test(code)) return [];
  if (issuer === "CH") return nationality === "CH" && code.startsWith("I") ? ["182400003"] : PERMITS;
  return isEu(issuer) ? ["182400005"] : [];
}

/**
 * Returns the document type that a zone shows, among those offered for the citizenship. Returns `undecided` if several
 * are possible, as with permits, or `notOffered`.
 */
export function documentTypeOf(
  kind: Kind,
  rules: Pick<DocumentRules, "offered">,
): DocumentType | "undecided" | "notOffered" {
  const offered = offeredDocuments(kind.nationality, rules);
  const fitting = typesOf(kind).filter((type) => offered.includes(type));
  if (fitting.length > 1) return "undecided";
  return fitting[0] ?? "notOffered";
}

/**
 * Returns the birthday in a zone as `YYYY-MM-DD`: the latest matching day that is not in the future. Null if the day
 * does not exist, for example because the month is unknown.
 */
export function zoneBirthday(date: string, today: Day): string | null {
  const day = dayFrom(date, today.year - 99);
  return dayText(day && compareDays(day, today) > 0 ? dayFrom(date, today.year - 100) : day);
}

/**
 * Maximum distance of an expiry date from today, in years into the past or future (identity, machine-readable zone).
 */
const VALIDITY = 20;

/** Returns the expiry date of a document as `YYYY-MM-DD`; null if it is more than twenty years from today. */
export function zoneExpiry(date: string, today: Day): string | null {
  const day = dayFrom(date, today.year - VALIDITY);
  return day && day.year <= today.year + VALIDITY ? dayText(day) : null;
}

/** Reads a date `YYMMDD` as a day within the hundred years that begin with the year `first`. */
function dayFrom(date: string, first: number): Day | null {
  const year = first + ((((Number(date.slice(0, 2)) - first) % 100) + 100) % 100);
  return dayOf(String(year), date.slice(2, 4), date.slice(4, 6));
}

const dayText = (day: Day | null) => day && formatDay(day);

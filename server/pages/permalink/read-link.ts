import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { linkSource, type CheckoutSource } from "#core/checkout-record/source.ts";
import { resembles } from "./resemblance.ts";
import { withoutLooseEnds } from "../loose-ends.ts";

/** What is wrong with a field of a link: a key of `link` in `server.json`. */
type LinkMistake = "unknown" | "repeated" | "empty" | "tooLong" | "encoding" | "number" | "flag" | "source";
type Mistakes = ReadonlyMap<string, LinkMistake>;

/** The configuration in a permalink's query. `mistakes` is by field, in the order of the query. */
export type Link = { readonly record: CheckoutRecord; readonly source: CheckoutSource; readonly mistakes: Mistakes };

/** The tariff in the path of a permalink: `/buy/{tariff}` or `/buy/tv/{tv_tariff}`. */
export type LinkPath = { readonly family: "mobile" | "tv"; readonly code: string };

/** Maximum length of a code in a link, in characters, as on the wire; and of a list of codes. */
const MAX_CODE = 64;
const MAX_CODES = { bundles: 50, tv_device: 10 } as const;
const MAX_DIGITS = 6;
/** Mistakes to report. A link of one person has few; more are an attack or another site's address. */
const MAX_MISTAKES = 10;

type Read<Value> = { readonly value: Value } | { readonly mistake: LinkMistake };

const code = (text: string): Read<string> => (text.length > MAX_CODE ? { mistake: "tooLong" } : { value: text });
const codes =
  (most: number) =>
  (text: string): Read<string[]> => {
    const all = text.split(",").map((each) => each.trim());
    if (all.includes("")) return { mistake: "empty" };
    return all.length > most || all.some((each) => each.length > MAX_CODE) ? { mistake: "tooLong" } : { value: all };
  };
const number = (text: string): Read<number> =>
  /^\d+$/.test(text) && text.length <= MAX_DIGITS ? { value: Number(text) } : { mistake: "number" };
const flag = (text: string): Read<boolean> =>
  /^(1|0|true|false)$/i.test(text) ? { value: /^(1|true)$/i.test(text) } : { mistake: "flag" };

type Field = Exclude<keyof CheckoutRecord, "type" | "tariff">;
type Fields = Partial<Record<Field, (text: string) => Read<string | number | boolean | string[]>>>;

/** The record's fields that a link of each family can have. */
const FIELDS: Readonly<Record<LinkPath["family"], Fields>> = {
  mobile: {
    mobile: code,
    binding: code,
    bundles: codes(MAX_CODES.bundles),
    limit: number,
    insurance: flag,
    bonus: flag,
    tv_tariff: code,
    tv_duration: number,
    deviceInFull: flag,
    deposit: flag,
    postBill: flag,
  },
  tv: {
    tv_duration: number,
    tv_device: codes(MAX_CODES.tv_device),
    bundles: codes(MAX_CODES.bundles),
    postBill: flag,
  },
};

/** Returns the names of the fields that a link can have, for people who write one. */
export const fieldNames = (family: LinkPath["family"]): readonly string[] => [...Object.keys(FIELDS[family]), "source"];

/** Every name that means something in a link of any family, or is the tariff in its path. */
const KNOWN = [...new Set([...fieldNames("mobile"), ...fieldNames("tv"), "type", "tariff"])];
/** The fields by their names in lower case. */
const CANONICAL: ReadonlyMap<string, string> = new Map(KNOWN.map((name) => [name.toLowerCase(), name]));

/** Returns the field that a name means; null if it resembles none, as the names that programs add for tracking. */
function fieldOf(written: string): { readonly name: string } | null {
  // A link that was copied from the source of a page has `&amp;` between its fields.
  const name = written.replace(/^(?:amp;)+/i, "").trim();
  const canonical = CANONICAL.get(name.toLowerCase());
  if (canonical !== undefined) return { name: canonical };
  return KNOWN.some((known) => resembles(name, known)) ? { name } : null;
}

/**
 * Reads the configuration in a link: the tariff of its path, and its query without `?`. A field that is misspelt or
 * cannot be read is a mistake. Names that resemble no field are ignored, because mail and advertising programs add
 * theirs. Signs around a value, which belong to the text around the link, are too. The record is not checked against
 * the catalogue.
 */
export function readLink({ family, code: tariff }: LinkPath, query: string): Link {
  const fields = FIELDS[family];
  const values: Record<string, unknown> = {};
  const mistakes = new Map<string, LinkMistake>();
  const seen = new Set<string>();
  let source: CheckoutSource = "link";
  // A second question mark, perhaps encoded, is that of a program that does not look for the first one.
  for (const part of query.split(/[&?]|%3F/i)) {
    if (part === "" || mistakes.size === MAX_MISTAKES) continue;
    const [rawName = "", ...rest] = part.split("=");
    const meant = fieldOf(decoded(rawName) ?? rawName);
    if (meant === null) continue;
    const { name } = meant;
    const field = shownName(name);
    const read = name === "source" ? readSource : Object.hasOwn(fields, name) ? fields[name as Field] : undefined;
    const value = decoded(rest.join("="), withoutLooseEnds);
    const result = valueOf(read, { value, isRepeated: seen.has(name) });
    seen.add(name);
    if ("mistake" in result) mistakes.set(field, result.mistake);
    else if (name === "source") source = result.value as CheckoutSource;
    else values[name] = result.value;
  }
  const record = (
    family === "tv" ? { type: "TV Tariff", tv_tariff: tariff, ...values } : { type: "Tariff", tariff, ...values }
  ) as CheckoutRecord;
  return { record, source, mistakes };
}

function readSource(word: string): Read<string> {
  const source = linkSource(word);
  return source === null ? { mistake: "source" } : { value: source };
}

function valueOf(
  read: ((text: string) => Read<unknown>) | undefined,
  { value, isRepeated }: { readonly value: string | null; readonly isRepeated: boolean },
): Read<unknown> {
  if (!read) return { mistake: "unknown" };
  if (isRepeated) return { mistake: "repeated" };
  if (value === null) return { mistake: "encoding" };
  return value === "" ? { mistake: "empty" } : read(value);
}

/** Returns a decoded and trimmed part of a query; null if it is not UTF-8 or has control characters inside. */
function decoded(text: string, trim = (part: string) => part): string | null {
  try {
    const value = trim(decodeURIComponent(text.replaceAll("+", " ")));
    // oxlint-disable-next-line no-control-regex -- no code has them, and the database cannot store a NUL
    return /[\u0000-\u001f\u007f]/.test(value) ? null : value;
  } catch {
    return null;
  }
}

/** Returns the name of a field as the page shows it: short, and without words of a stranger. */
const shownName = (name: string) => name.slice(0, 40).replace(/[^\w-]+/g, "…") || "…";

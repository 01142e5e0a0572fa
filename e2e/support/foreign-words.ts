import { readdirSync, readFileSync } from "node:fs";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { Page } from "@playwright/test";
import { paymentBrands } from "#core/payment/payment-brands.ts";
import { LANGUAGE_TAG, LOCALES, type Locale } from "#core/text/locale.ts";

type Seen = { readonly text: string; readonly around: readonly string[] };

/**
 * Returns words on a screen that come neither from the language's texts nor from the catalogue, the brand or the
 * shopper. Such text is hard-coded or not translated.
 */
export async function foreignWords(page: Page, locale: Locale): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const found: { text: string; around: string[] }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      // Country names come from the platform; names of browsers, systems and drawn brands are the same everywhere.
      const aside = "script, style, noscript, textarea, svg, [name=citizenship], [translate=no]";
      if (!parent || parent.closest(aside)) continue;
      const around = [parent, parent.parentElement].map((each) => (each?.textContent ?? "").trim());
      if (node.textContent?.trim()) found.push({ text: node.textContent.trim(), around });
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder"]) {
        const text = element.getAttribute(name)?.trim();
        if (text) found.push({ text, around: [] });
      }
    }
    found.push({ text: document.title, around: [] });
    return found;
  });
  const known = (KNOWN[locale] ??= knownWords(locale));
  return [...new Set(seen.filter((each) => !isExplained(each, known)).map(({ text }) => text))];
}

type Known = { readonly messages: RegExp; readonly data: ReadonlySet<string>; readonly plain: RegExp };
const KNOWN: Partial<Record<Locale, Known>> = {};

/** Text that the tests type, and codes that are the same in every language. */
const TYPED = /^(Nora|Beispiel|\S+@\S+|K\d+|[\dX]+|LPA:\S+|[\dA-F]{20,}|\S+\.example)$/;
/** Separators between the parts of a line: "24 months · instead of CHF 59.90", "TT.MM.JJJJ", two sentences. */
const BETWEEN =
  / [·|] |, | ?: |(?<=[.?!]) |\.(?=\S)|(?<=Nora) | (?:oder|or|ou|o|ili) |(?<=\d) (?=(?:mit|with|avec|con|sa|uz) )/g;

function isExplained({ text, around }: Seen, known: Known): boolean {
  return (
    around.some((whole) => known.messages.test(plainSpaces(whole))) ||
    isKnown(plainSpaces(text).replace(/ ·$/, ""), known)
  );
}

/** Replaces the no-break spaces of amounts, dates and French punctuation. */
const plainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

/** Returns whether a text is known, or consists of known parts. */
function isKnown(text: string, known: Known): boolean {
  const rest = text.replace(known.plain, " ").trim();
  if (!/\p{L}{2}/u.test(rest) || TYPED.test(text)) return true;
  // A page adds a full stop to a message of several parts.
  if ([text, rest, text.replace(/\.$/, "")].some((each) => known.messages.test(each) || known.data.has(each)))
    return true;
  return [...text.matchAll(BETWEEN)].some(
    ({ index, 0: between }) =>
      isKnown(text.slice(0, index), known) && isKnown(text.slice(index + between.length), known),
  );
}

function knownWords(locale: Locale): Known {
  const tag = LANGUAGE_TAG[locale];
  // The texts of the desk are in a separate folder, because shoppers never see them.
  const names = readdirSync(`locales/${locale}`).filter((name) => name.endsWith(".json"));
  const files = names.map((name) => readJson(`locales/${locale}/${name}`));
  const patterns = files
    .flatMap(strings)
    .map((message) => patternOf(parse(plainSpaces(message).replace(/ ?: $/, ""))))
    .filter(hasWords);
  const sources = [
    ...readdirSync("demo/catalogue").map((file) => `demo/catalogue/${file}`),
    "brands/alpenfon/brand.json",
  ];
  const data = new Set([
    ...sources.flatMap((file) => localised(readJson(file), locale).map(plainSpaces)),
    ...LOCALES.map((each) => each.toUpperCase()),
    "Deutsch",
    "English",
    "Français",
    "Italiano",
    "Srpski",
    ...paymentBrands(["TWINT", "VISA", "MASTER", "PAYPAL"]).map(({ name }) => name),
    ...readFileSync("demo/addresses/sample.csv", "utf8")
      .split("\n")
      .flatMap((row) => row.split(";")),
  ]);
  const days = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(2026, day % 12, day + 1)));
  const words = (["long", "short"] as const).flatMap((style) =>
    days.flatMap((day) =>
      new Intl.DateTimeFormat(tag, { weekday: style, day: "numeric", month: style }).format(day).split(/[\s,.]+/),
    ),
  );
  const dates = [...new Set(words.filter((word) => /\p{L}{2}/u.test(word)))].map(escape);
  return {
    messages: new RegExp(`^(?:${patterns.join("|")})$`, "su"),
    data,
    plain: new RegExp(
      `\\b(?:CHF|EUR|JPEG|PNG|WebP)\\b|(?<!\\p{L})(?:${dates.join("|")})(?!\\p{L})|\\d+(?:er|[a-z])?\\b|[\\d\\p{P}\\p{S}]+`,
      "gu",
    ),
  };
}

/** Returns a pattern that matches every sentence of a message. */
function patternOf(message: readonly MessageFormatElement[]): string {
  return message
    .map((part) => {
      switch (part.type) {
        case TYPE.literal:
          return escape(part.value);
        case TYPE.plural:
        case TYPE.select:
          return `(?:${Object.values(part.options)
            .map((option) => patternOf(option.value))
            .join("|")})`;
        case TYPE.tag:
          return patternOf(part.children);
        default:
          return ".{1,60}?";
      }
    })
    .join("");
}

/** False for patterns that consist of placeholders and punctuation, which would match anything. */
const hasWords = (pattern: string) => /\p{L}/u.test(pattern);
const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** Returns all strings of a value; of localised texts only those in this language. */
function localised(value: unknown, locale: Locale): string[] {
  if (typeof value === "object" && value !== null && LOCALES.every((each) => each in value))
    return localised((value as Record<Locale, unknown>)[locale], locale);
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap((each) => localised(each, locale))
    : [];
}

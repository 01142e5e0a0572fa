import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LOCALES, type Locale } from "#core/text/locale.ts";

/**
 * Rules of docs/voice.md that can be checked automatically, for all texts: `locales`, and the texts for shoppers in
 * `demo` and `brands`.
 */

type Text = readonly [where: string, text: string];

function textsIn(value: unknown, where: string): Text[] {
  if (typeof value === "string") return [[where, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, `${where}.${key}`));
}

/** Returns the texts of one language in a file that contains all languages. */
function translatedIn(value: unknown, locale: Locale, where: string): Text[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === locale ? textsIn(each, `${where}.${key}`) : translatedIn(each, locale, `${where}.${key}`),
  );
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"));
const jsonIn = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => `${folder}/${file}`);
const SHARED = [...jsonIn("demo/catalogue"), ...readdirSync("brands").flatMap((brand) => jsonIn(`brands/${brand}`))];

const textsOf = (locale: Locale): readonly Text[] => [
  ...[`locales/${locale}`, `locales/${locale}/desk`, ...globSync(`extensions/*/locales/${locale}`)]
    .flatMap(jsonIn)
    .flatMap((path) => textsIn(read(path), path)),
  ...SHARED.flatMap((path) => translatedIn(read(path), locale, path)),
];

/** Returns a pattern with word boundaries that support letters such as "š" and "à". */
const word = (words: string, flags = "u") => new RegExp(`(?<![\\p{L}\\d])(?:${words})(?![\\p{L}\\d])`, flags);

/** Rules with a pattern that breaks each of them. */
const EVERYWHERE: readonly (readonly [rule: string, broken: RegExp])[] = [
  ["no line break between CHF and its figure", /CHF [\d{]/],
  ["no straight quotes or apostrophes", /["']/],
  ["no double spaces", / {2}/],
  ["three dots are one character", /\.\.\./],
];
const RULES: readonly (readonly [locale: Locale, rule: string, broken: RegExp])[] = [
  ["de", "Swiss spelling, without ß", /ß/],
  ["de", "a state is a participle: gescheitert, no present tense", /^[\p{Lu}][\p{L} ]* scheitert$/u],
  ["de", "quotes are « »", /[“”„]/u],
  ["en", "quotes are “ ”", /[«»„]/u],
  ["en", "email has no hyphen", /\be-mail/i],
  ["en", "a postcode and an ID, no postal code and no identity document", /postal code|identity document/i],
  ["fr", "a narrow no-break space before ; : ? ! %", /(?<!\u202f|https?|tel)[;:?!%]/u],
  ["fr", "a narrow no-break space inside « »", /«(?!\u202f)|(?<!\u202f)»/u],
  ["fr", "quotes are « »", /[“”„]/u],
  ["fr", "a deadline is a day, not a time that goes on until it", /jusqu’au \{/],
  ["fr", "a state is a noun or a participle, no present tense", /^\p{Lu}[\p{L}’ ]* échoue$/u],
  ["fr", "no tu-forms", word("tu|toi|ton|tes|ta", "iu")],
  ["fr", "a postcode is a NPA", /code postal/i],
  ["it", "no tu-forms", word("tu|te|ti|tuo|tua|tuoi|tue|hai|sei|puoi|vuoi|devi|inserisci|scegli|accedi", "iu")],
  [
    "it",
    "a button is an infinitive, no tu-form",
    /^(?:Aggiungi|Annulla|Apri|Cambia|Chiudi|Continua|Copia|Crea|Invia|Installa|Modifica|Mostra|Nascondi|Ordina|Paga|Ricarica|Rimuovi|Riprova|Salva|Scatta|Stampa|Termina|Torna|Vai|Vedi)(?: (?!del )|$)/u,
  ],
  ["it", "a state is a participle, no present tense", /^\p{Lu}[\p{L}’ ]* fallisce$/u],
  [
    "it",
    "a sentence begins with no tu-form",
    /(?:^|[.?!:;] )(?:Allora |Poi |Ora )?(?:continua|prosegui|controlla|riprova|premi|attendi|prova|chiama|guarda)(?!\p{L})/iu,
  ],
  ["it", "Lei has a small letter within a sentence", /(?<=[\p{L},;:] )(?:Lei|Suo|Sua|Suoi|Sue)(?!\p{L})/u],
  ["it", "a device is a dispositivo", word("apparecchi?o?", "iu")],
  ["it", "no article before a rate: 8 and 11 begin with a vowel", /(?<!\p{L})(?:il|del|al|dal|nel|sul) \{percent\}/u],
  ["it", "a postcode is a NPA", /numero postale/i],
  ["sr", "a state is an adjective, no present tense", /^\p{Lu}[\p{L} ]* ne uspeva$/u],
  ["sr", "a date has its case, no colon before it", /: \{(?:day|date|until)\}/],
  ["sr", "Vi has a capital letter", word("vi|vas|vam|vama|vaš\\p{L}*")],
  ["sr", "no ti-forms", word("ti|tebe|tebi|tvoj\\p{L}*", "iu")],
  [
    "sr",
    "a button addresses with Vi",
    /^(?:Dodaj|Izaberi|Izmeni|Nastavi|Odštampaj|Otkaži|Otvori|Plati|Pošalji|Prijavi|Prikaži|Promeni|Sačuvaj|Ukloni|Unesi|Zadrži|Zatvori|Završi)(?!\p{L})/u,
  ],
  ["sr", "a limit is a limit", /ograničenj/i],
  ["sr", "a provider is an operater", word("operator\\p{L}*", "iu")],
  ["sr", "an order is a porudžbina", /narudžb|naruč/i],
  ["sr", "an identity document is an isprava", word("dokument\\p{L}*|lič\\p{L}+ isprav\\p{L}+", "iu")],
  ["sr", "a page is a stranica", word("stran(?:a|e|i|u|om)", "iu")],
];

/** The unused words of docs/voice.md, by language: one pattern for each phrase. */
const LANGUAGE_NAMES = { de: "German", en: "English", fr: "French", it: "Italian", sr: "Serbian" } as const;
const unused = (locale: Locale): readonly string[] =>
  readFileSync("docs/voice.md", "utf8")
    .split("\n| language | not | but |\n")[1]!
    .split("\n\n")[0]!
    .split("\n")
    .map((row) => row.split("|").map((cell) => cell.trim()))
    .flatMap(([, language, not = ""]) => (language === LANGUAGE_NAMES[locale] ? not.split("; ") : []));

/** Words in the quotes of any language, without a parameter. */
const QUOTED = /[«“„]\u202f?([^»“”{}]+?)\u202f?[»”“]/gu;

describe.each(LOCALES)("in %s", (locale) => {
  const texts = textsOf(locale);
  const broken = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text));

  test.each(EVERYWHERE)("%s", (_rule, pattern) => expect(broken(pattern)).toEqual([]));

  test.each(unused(locale))("not: %s", (phrase) =>
    expect(broken(word(phrase.replaceAll("*", "\\p{L}*"), "iu"))).toEqual([]),
  );

  test("a button or a label that a text quotes is a parameter", () => {
    const names = new Set(texts.map(([, text]) => text));
    const quoting = texts.filter(([, text]) => [...text.matchAll(QUOTED)].some(([, quoted = ""]) => names.has(quoted)));
    expect(quoting).toEqual([]);
  });

  const own = RULES.filter(([each]) => each === locale);
  test.each(own)("%s: %s", (_locale, _rule, pattern) => expect(broken(pattern)).toEqual([]));
});

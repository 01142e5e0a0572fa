import { globSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import { describe, expect, test } from "vitest";
import { dayText } from "#core/time/day-text.ts";
import { LANGUAGE_TAG, LOCALES, type Locale } from "#core/text/locale.ts";
import { serverText } from "#server/platform/texts/texts.ts";

type Texts = { [key: string]: string | Texts };

/** The German file of each namespace: the shop's, the desk's and those of the extensions. */
const FILES = globSync(["locales/de/*.json", "locales/de/desk/*.json", "extensions/*/locales/de/*.json"]);
/** Their names without folder of the language and ending, such as `desk/orders` and `extensions/agents/server`. */
const NAMESPACES = FILES.map((file) =>
  file
    .replace(/^locales\/de\//, "")
    .replace("/locales/de/", "/")
    .replace(/\.json$/, ""),
);

function flat(texts: Texts, prefix = ""): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : [...flat(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

function textsOf(locale: Locale, namespace: string): Map<string, string> {
  const file = FILES[NAMESPACES.indexOf(namespace)] ?? "";
  const path = file.replace("locales/de/", `locales/${locale}/`);
  return flat(JSON.parse(readFileSync(path, "utf8")) as Texts);
}

type Node = ReturnType<typeof compile> | number | object;
const PLURAL = 2;

/** Returns the parameters of a compiled message: `[name]`, `[name, kind, branches]`. */
function parametersOf(node: Node): { name: string; forms: readonly string[] }[] {
  if (!Array.isArray(node))
    return typeof node === "object" ? Object.values(node).flatMap((each) => parametersOf(each as Node)) : [];
  return node.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [name, kind, branches] = part as [string, unknown, Node | undefined];
    const own = { name, forms: kind === PLURAL && typeof branches === "object" ? Object.keys(branches) : [] };
    return [own, ...(branches === undefined ? [] : parametersOf(branches))];
  });
}

const namesOf = (message: string) => [...new Set(parametersOf(compile(message)).map(({ name }) => name))].sort();
const pluralsOf = (message: string) =>
  parametersOf(compile(message)).flatMap(({ forms }) => (forms.length > 0 ? [forms] : []));

describe.each(NAMESPACES)("texts of %s", (namespace) => {
  const german = textsOf("de", namespace);

  test.each(LOCALES)("%s has exactly the German keys", (locale) => {
    expect([...textsOf(locale, namespace).keys()].sort()).toEqual([...german.keys()].sort());
  });

  test.each(LOCALES)("%s has no empty text", (locale) => {
    expect([...textsOf(locale, namespace)].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  test.each(LOCALES)("%s has the German parameters", (locale) => {
    const differing = [...textsOf(locale, namespace)].filter(
      ([key, text]) =>
        // Serbian omits the name, which would need the vocative.
        !(locale === "sr" && key === "mail.greeting") &&
        JSON.stringify(namesOf(text)) !== JSON.stringify(namesOf(german.get(key) ?? "")),
    );
    expect(differing).toEqual([]);
  });

  test.each(LOCALES)("%s has a plural form for every number", (locale) => {
    const needed = new Intl.PluralRules(LANGUAGE_TAG[locale]).resolvedOptions().pluralCategories;
    const common = needed.filter((category) => category !== "many" && category !== "zero");
    const missing = [...textsOf(locale, namespace)].flatMap(([key, text]) =>
      pluralsOf(text)
        .filter((forms) => common.some((category) => !forms.includes(category)))
        .map(() => key),
    );
    expect(missing).toEqual([]);
  });

  test("no sentence is untranslated in every language", () => {
    const others = LOCALES.filter((locale) => locale !== "de").map((locale) => textsOf(locale, namespace));
    const copied = [...german].filter(
      ([key, text]) =>
        text.split(" ").length > 4 &&
        !/^[\p{L}\d ]+ \d/u.test(text) &&
        others.every((texts) => texts.get(key) === text),
    );
    expect(copied).toEqual([]);
  });
});

test("the texts of an extension for its pages have a file name that no other texts have", () => {
  // Pages find a file by its name; those of the server and the desk are read by others.
  const names = NAMESPACES.filter((name) => !name.startsWith("desk/")).map((name) => name.split("/").at(-1) ?? "");
  const ofPages = names.filter((name) => name !== "server" && name !== "desk");
  expect(ofPages.filter((name, at) => ofPages.indexOf(name) !== at)).toEqual([]);
});

test("German is written the Swiss way, without ß", () => {
  const wrong = NAMESPACES.flatMap((namespace) =>
    [...textsOf("de", namespace)].filter(([, text]) => text.includes("ß")),
  );
  expect(wrong).toEqual([]);
});

test("Serbian dates end with a full stop, so no sentence has a second one", () => {
  expect(dayText("2026-11-24", "sr", "full")).toMatch(/\.$/);
  const wrong = NAMESPACES.flatMap((namespace) =>
    [...textsOf("sr", namespace)].filter(([, text]) => /\{(?:day|date)\}\./.test(text)),
  );
  expect(wrong).toEqual([]);
});

test.each(LOCALES)("a noun after a number has the plural form of the number, %s", (locale) => {
  // "mois" has one form. The numbers of the others are constants, or end a list that was too long.
  const neverOne = ["network.timeout of N ms exceeded", "reasonFull", "foundMore", "open.oldest"];
  const bare = /\{(?:count|days|months|seconds)\}[ \u00a0\u202f](?!mois)\p{L}/u;
  const wrong = NAMESPACES.flatMap((namespace) =>
    [...textsOf(locale, namespace)].filter(([key, text]) => bare.test(text) && !neverOne.includes(key)),
  );
  expect(wrong).toEqual([]);
});

test("24 months have the plural form `few` in Serbian", () => {
  expect(serverText("sr", "agreement.note.promotion", { price: "20.–", months: 24, after: "30.–" })).toContain(
    "tokom 24 meseca, zatim",
  );
});

test("Serbian is written in Latin script", () => {
  const wrong = NAMESPACES.flatMap((namespace) =>
    [...textsOf("sr", namespace)].filter(([, text]) => /\p{Script=Cyrillic}/u.test(text)),
  );
  expect(wrong).toEqual([]);
});

/** Buttons of the desk whose accessible name says more than they show: the namespace, their name, what they show. */
const LONGER_NAMES = [
  ["desk/experiments", "begin.title", "begin.button"],
  ["desk/experiments", "stop.title", "stop.button"],
  ["desk/experiments", "adopt.title", "adopt.button"],
  ["desk/stock", "receiveTitle", "receive"],
  ["desk/stock", "countTitle", "count"],
  ["desk/stock", "correctTitle", "correct"],
  ["desk/people", "changeOf", "change"],
] as const;

test.each(LOCALES)(
  "in %s the name of a button contains what it shows, for people who speak it (WCAG 2.5.3)",
  (locale) => {
    const wrong = LONGER_NAMES.filter(([namespace, name, shown]) => {
      const texts = textsOf(locale, namespace);
      return !texts
        .get(name)
        ?.toLowerCase()
        .includes(texts.get(shown)?.toLowerCase() ?? "missing");
    });
    expect(wrong).toEqual([]);
  },
);

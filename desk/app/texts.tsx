import { createContext, useContext, useMemo, type ReactNode } from "react";
import { IntlProvider, useTranslations, type createTranslator } from "use-intl";
import { loadPart } from "#web/kit/load-part.ts";
import { isLocale, LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import type account from "#locales/de/desk/account.json";
import type audit from "#locales/de/desk/audit.json";
import type board from "#locales/de/desk/board.json";
import type checkouts from "#locales/de/desk/checkouts.json";
import type experiments from "#locales/de/desk/experiments.json";
import type failures from "#locales/de/desk/failures.json";
import type frame from "#locales/de/desk/frame.json";
import type login from "#locales/de/desk/login.json";
import type orders from "#locales/de/desk/orders.json";
import type people from "#locales/de/desk/people.json";
import type publishing from "#locales/de/desk/publishing.json";
import type sections from "#locales/de/desk/sections.json";
import type stock from "#locales/de/desk/stock.json";
import type waiting from "#locales/de/desk/waiting.json";

/** The texts of the desk by namespace, one file for each language. The German files define the keys. */
type DeskTexts = {
  readonly account: typeof account;
  readonly audit: typeof audit;
  readonly board: typeof board;
  readonly checkouts: typeof checkouts;
  readonly experiments: typeof experiments;
  readonly failures: typeof failures;
  readonly frame: typeof frame;
  readonly login: typeof login;
  readonly orders: typeof orders;
  readonly people: typeof people;
  readonly publishing: typeof publishing;
  readonly sections: typeof sections;
  readonly stock: typeof stock;
  readonly waiting: typeof waiting;
};
type Namespace = keyof DeskTexts;
export type Texts<Name extends Namespace> = ReturnType<typeof createTranslator<DeskTexts, Name>>;

const FILES = import.meta.glob<{ default: unknown }>("../../locales/*/desk/*.json");
/** The names of the calls of extensions. */
const OF_EXTENSIONS = import.meta.glob<{ default: { readonly calls: Readonly<Record<string, string>> } }>(
  "../../extensions/*/locales/*/desk.json",
);

/** Loads all texts of the desk in one language. */
export async function loadTexts(locale: Locale): Promise<DeskTexts> {
  const own = Object.entries(FILES).filter(([path]) => path.startsWith(`../../locales/${locale}/`));
  const loaded = await Promise.all(
    own.map(
      async ([path, load]) => [/(\w+)\.json$/.exec(path)?.[1], (await loadPart(load, "reload")).default] as const,
    ),
  );
  const texts = Object.fromEntries(loaded) as DeskTexts;
  const ofExtensions = await Promise.all(
    Object.entries(OF_EXTENSIONS)
      .filter(([path]) => path.includes(`/locales/${locale}/`))
      .map(async ([, load]) => (await loadPart(load, "reload")).default.calls),
  );
  const calls = Object.assign({}, texts.orders.calls, ...ofExtensions) as (typeof orders)["calls"];
  return { ...texts, orders: { ...texts.orders, calls } };
}

type Language = { readonly locale: Locale; readonly choose: (locale: Locale) => void };
const LanguageContext = createContext<Language | null>(null);

/** Returns the page's language, and a function to choose another. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error("useLanguage needs a TextsProvider");
  return language;
}

/** Returns the texts of a namespace. A missing text is a bug and throws. */
export function useTexts<Name extends Namespace>(namespace: Name): Texts<Name> {
  // The library's types support only one table of texts, which is the shop's.
  return useTranslations(namespace as never) as unknown as Texts<Name>;
}

type Props = Language & { readonly texts: DeskTexts; readonly children: ReactNode };

/** Provides the language and the texts to its children. */
export function TextsProvider({ locale, choose, texts, children }: Props) {
  const language = useMemo(() => ({ locale, choose }), [locale, choose]);
  return (
    <LanguageContext value={language}>
      <IntlProvider locale={LANGUAGE_TAG[locale]} messages={texts as never} timeZone="Europe/Zurich" onError={fail}>
        {children}
      </IntlProvider>
    </LanguageContext>
  );
}

function fail(error: Error): never {
  throw error;
}

const KEPT_LOCALE = "kasse.desk.locale";

/**
 * Returns the initial language: the one that was chosen in this browser, or the first of the browser's languages that
 * the desk supports.
 */
export function initialLocale(): Locale {
  const kept = localStorage.getItem(KEPT_LOCALE);
  const wanted = [kept, ...navigator.languages.map((language) => language.slice(0, 2).toLowerCase())];
  return wanted.find(isLocale) ?? "de";
}

export function storeLocale(locale: Locale): void {
  localStorage.setItem(KEPT_LOCALE, locale);
}

import type { Locale } from "#core/text/locale.ts";
import type { Messages, Namespace, TextFile } from "./text.ts";

/** The texts of a language. `always`: those that every page of the checkout needs. `files`: loaders for the others. */
type Language = {
  readonly always: Pick<Messages, "checkout" | "common">;
  readonly files: Readonly<Record<string, () => Promise<TextFile>>>;
};

/**
 * One import per language, so that a page contains the file names of one language only. Changing the language loads a
 * new page.
 */
const LANGUAGES: Readonly<Record<Locale, () => Promise<Language>>> = {
  de: () => import("./languages/de.ts"),
  en: () => import("./languages/en.ts"),
  fr: () => import("./languages/fr.ts"),
  it: () => import("./languages/it.ts"),
  sr: () => import("./languages/sr.ts"),
};

/** Loads the texts of some namespaces in one language, along with those that every page needs. */
export async function loadMessages(locale: Locale, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const { always, files } = await LANGUAGES[locale]();
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => {
      // Those of an extension are in its folder.
      const found = Object.entries(files).find(([file]) => file.endsWith(`/locales/${locale}/${namespace}.json`));
      const load = found?.[1];
      if (!load) throw new Error(`There are no ${namespace} texts in ${locale}`);
      return [namespace, (await load()).default] as const;
    }),
  );
  return { ...always, ...Object.fromEntries(loaded) };
}

import type { Locale } from "#core/locale.ts";
import type { Messages, Namespace } from "./text.ts";

type Loader = () => Promise<{ default: Messages[Namespace] }>;

/** One chunk for each language and namespace. */
const FILES = import.meta.glob<{ default: Messages[Namespace] }>(
  "../../locales/*/{common,account,checkout,customer,fields,identity,number,order,tv}.json",
);

function loaderOf(locale: Locale, namespace: Namespace): Loader {
  const loader = FILES[`../../locales/${locale}/${namespace}.json`];
  if (!loader) throw new Error(`There are no ${namespace} texts in ${locale}`);
  return loader;
}

/** Loads the texts of some namespaces in one language. */
export async function loadMessages(locale: Locale, namespaces: readonly Namespace[]): Promise<Partial<Messages>> {
  const loaded = await Promise.all(
    namespaces.map(async (namespace) => [namespace, (await loaderOf(locale, namespace)()).default] as const),
  );
  return Object.fromEntries(loaded);
}

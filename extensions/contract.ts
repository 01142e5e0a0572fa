import type { Locale } from "#core/text/locale.ts";
import { merged, type Merged } from "#contract/merged.ts";
import { agents } from "./agents/contract.ts";

/** The calls, failures and texts of the extensions, for the shop's contract. */
const LIST = [agents] as const;
type Listed = (typeof LIST)[number];

export const EXTENSION_PATHS: Merged<Listed, "paths"> = merged(LIST, "paths");
export const EXTENSION_CALLS: Merged<Listed, "calls"> = merged(LIST, "calls");
export const EXTENSION_FAILURES: Merged<Listed, "failures"> = merged(LIST, "failures");

/** What each call means, as in `server/sale/checkout/history.ts`. */
export const EXTENSION_MEANINGS: Merged<Listed, "meanings"> = merged(LIST, "meanings");

/** The part of the shop to which each call belongs. */
export const EXTENSION_AREAS: Readonly<Record<string, string>> = Object.fromEntries(
  LIST.flatMap(({ area, calls }) => Object.keys(calls).map((name) => [name, area])),
);

/** Returns the server's texts of the extensions in a language. */
export const extensionTexts = (locale: Locale) =>
  merged(
    LIST.map(({ texts }) => texts),
    locale,
  ) as ExtensionTexts;
/** The server's texts of all extensions. */
export type ExtensionTexts = Merged<Merged<Listed, "texts">, "de">;

import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { DEFAULT_LOCALE, isLocale, localePrefix } from "#core/text/locale.ts";
import { BROWSER_PATHS, type PageSources } from "./data.ts";
import { withoutLooseEnds } from "./loose-ends.ts";
import { PHOTO_PATH } from "./photo/page.ts";

/**
 * Returns the path that was meant by one with a trailing slash, with a sign of the text around it, in capitals, without
 * a checkout's step, or with a prefix for the default language, which has none. A query whose question mark is encoded
 * or missing follows it. Returns null if no page was meant or the path is right. The path is built only from the shop's
 * own data, never from the request, so that it cannot lead to another site.
 */
export async function correctedPath(sources: PageSources, asked: string): Promise<string | null> {
  const [path = "", ...fields] = asked.split(/%3F|&/i);
  const written = withoutLooseEnds(decoded(path)).replace(/\/+$/, "");
  const [, ...parts] = withoutLooseEnds(written).toLowerCase().split("/");
  const [first] = parts;
  const locale = isLocale(first) ? first : null;
  const rest = locale ? parts.slice(1) : parts;
  const found = await knownPath(sources, rest);
  if (found === null) return null;
  const address = localePrefix(locale ?? DEFAULT_LOCALE) + found;
  const corrected = fields.length > 0 ? `${address}?${fields.join("&")}` : address;
  return corrected === asked ? null : corrected;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the path of the page with these segments, which are in lower case. */
async function knownPath({ brand, windowState }: PageSources, parts: readonly string[]): Promise<string | null> {
  if (parts[0] === "buy") return linkPath(parts.slice(1), (await windowState()).loaded.catalogue);
  const [kind = "", code = "", ...more] = parts;
  if (more.length > 0) return null;
  if (parts.length === 0) return "/";
  const fixed = `/${parts.join("/")}`;
  if (BROWSER_PATHS.has(fixed) || fixed === PHOTO_PATH) return fixed;
  if (fixed === "/checkout") return "/checkout/1";
  if (code === "") return null;
  const codes = kind === "legal" ? Object.keys(brand.legal) : codesOf(kind, (await windowState()).loaded.catalogue);
  const found = codes.find((each) => each.toLowerCase() === code);
  return found === undefined ? null : `/${kind}/${found}`;
}

/** Returns the path of the permalink with these segments after `/buy`. */
function linkPath(parts: readonly string[], catalogue: Catalogue): string | null {
  const isTv = parts.length === 2 && parts[0] === "tv";
  if (!isTv && parts.length !== 1) return null;
  const found = codesOf(isTv ? "tv" : "mobile", catalogue).find((each) => each.toLowerCase() === parts.at(-1));
  return found === undefined ? null : `/buy/${isTv ? "tv/" : ""}${found}`;
}

function codesOf(kind: string, { mobileTariffs, tvTariffs, devices }: Catalogue): readonly string[] {
  const lists = new Map<string, readonly { readonly code: string }[]>([
    ["mobile", mobileTariffs],
    ["tv", tvTariffs],
    ["device", devices],
  ]);
  return (lists.get(kind) ?? []).map((each) => each.code);
}

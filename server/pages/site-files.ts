import { EXTENSION_PAGES } from "#extensions/pages.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { escapeHtml } from "#core/text/escape-html.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { LANGUAGE_TAG, LOCALES } from "#core/text/locale.ts";
import { localAddress } from "./document.ts";

/** Where people who find a vulnerability look for a contact (RFC 9116). */
export const SECURITY_TXT_PATH = "/.well-known/security.txt";

/** How long security.txt is valid, from the time of the request. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 24 * 60 * 60_000;

/** Returns security.txt: the contact for people who find a vulnerability, its languages, and the expiry date. */
export function securityTxt(brand: Pick<Brand, "securityEmail" | "email">, publicUrl: string, now: Date): string {
  const day = new Date(now.getTime() + VALID_MS).toISOString().slice(0, 10);
  return [
    `Contact: mailto:${brand.securityEmail ?? brand.email}`,
    `Expires: ${day}T00:00:00Z`,
    "Preferred-Languages: de, en, fr, it, sr",
    `Canonical: ${publicUrl}${SECURITY_TXT_PATH}`,
    "",
  ].join("\n");
}

/** Returns the sitemap: every public page in every language, with its URLs in the other languages. */
export function sitemap(catalogue: Catalogue, brand: Brand, publicUrl: string): string {
  const paths = [
    "/",
    ...catalogue.mobileTariffs.map(({ code }) => `/mobile/${code}`),
    ...catalogue.tvTariffs.map(({ code }) => `/tv/${code}`),
    ...catalogue.devices.map(({ code }) => `/device/${code}`),
    ...Object.keys(brand.legal).map((name) => `/legal/${name}`),
  ];
  const address = (locale: (typeof LOCALES)[number], path: string) =>
    escapeHtml(publicUrl + localAddress(locale, path));
  const alternates = (path: string) =>
    LOCALES.map(
      (locale) => `<xhtml:link rel="alternate" hreflang="${LANGUAGE_TAG[locale]}" href="${address(locale, path)}"/>`,
    ).join("");
  const urls = paths.flatMap((path) =>
    LOCALES.map((locale) => `<url><loc>${address(locale, path)}</loc>${alternates(path)}</url>`),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>
`;
}

/** Returns robots.txt: search engines should not visit checkouts, password resets, the API and the sandbox. */
export function robots(publicUrl: string): string {
  const closed = [
    "/checkout/",
    "/*/checkout/",
    "/password-reset",
    "/*/password-reset",
    "/account",
    "/*/account",
    "/buy/",
    "/*/buy/",
    "/order",
    "/continue",
    "/*/order",
    "/*/continue",
    ...EXTENSION_PAGES.flatMap(({ path }) => [path, `/*${path}`]),
    "/public-api/",
    "/sandbox/",
  ];
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join("")}\nSitemap: ${publicUrl}/sitemap.xml\n`;
}

import { escapeHtml } from "#core/text/escape-html.ts";
import { createHash } from "node:crypto";
import { notStartedScript, oldBrowserScript } from "#core/page/start-mistakes.ts";
import { DEFAULT_LOCALE, LANGUAGE_TAG, LOCALES, localePrefix, type Locale } from "#core/text/locale.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { brandStyle, favicon } from "./brand-style.ts";
import type { Framing } from "#server/platform/http/framing.ts";
import type { Page } from "#contract/page.ts";
import type { Rendered } from "./rendered.ts";

/** The files that the browser should load at once, to avoid a second round trip. Paths start with a slash. */
export type Assets = {
  readonly entry: string;
  readonly early: string | null;
  readonly storedLocale: string | null;
  readonly modules: readonly string[];
  readonly styles: readonly string[];
  readonly fonts: readonly string[];
  /** Files of the page that probably comes next. */
  readonly ahead: readonly string[];
  /**
   * Content to inline in the page, because as a separate file it would delay the first paint by a round trip; empty if
   * there is none.
   */
  readonly inlineStyle: string;
  readonly inlineScript: string;
};

/** The prefix of what a frame stores in the browser (`web/session/storage.ts`). */
const FRAMED_STORAGE = ' data-storage="kasse-framed."';

/** A page, and the CSP hashes of its only inline style and its only inline script. */
export type Document = { readonly html: string; readonly styleHash: string; readonly scriptHash: string };

/**
 * Builds the HTML of a page: metadata for search engines, the brand's colours, the page's JSON, and its files.
 * `scheme`: the colours that the host of a frame asks for.
 */
export function documentOf(
  page: Page,
  path: string,
  rendered: Rendered,
  assets: Assets,
  brand: Brand,
  publicUrl: string,
  scheme: Framing["scheme"],
): Document {
  const { footer: _, ...inBrowser } = page;
  const style = assets.inlineStyle + brandStyle(brand, scheme) + rendered.style;
  const script = [oldBrowserScript, assets.inlineScript, page.data.kind === "checkout" ? notStartedScript : ""]
    .filter(Boolean)
    .map((text) => `(()=>{${text}})()`)
    .join(";");
  const html = `<!doctype html>
<html lang="${LANGUAGE_TAG[page.locale]}"${page.embedded ? FRAMED_STORAGE : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(rendered.title)}</title>
${rendered.description ? `<meta name="description" content="${escapeHtml(rendered.description)}">` : ""}
${rendered.indexed ? indexTags(page.locale, path, publicUrl) : '<meta name="robots" content="noindex">'}
<meta name="theme-color" content="${brand.colours.brand}">
<link rel="icon" href="/favicon" type="${favicon(brand).type}">
${assets.fonts.map((href) => link("preload", href, ' as="font" type="font/woff2" crossorigin')).join("\n")}
${assets.styles.map((href) => link("stylesheet", href)).join("\n")}
<style>${style}</style>
<script>${script}</script>
${assets.storedLocale ? `<script type="module" async blocking="render" src="${assets.storedLocale}"></script>\n` : ""}${assets.early ? `<script type="module" async src="${assets.early}"></script>\n` : ""}<script type="module" src="${assets.entry}"></script>
${assets.modules.map((href) => link("modulepreload", href)).join("\n")}
${rendered.head}
</head>
<body>
${rendered.body}
${page.data.kind === "checkout" ? dataBlock("kasse", inBrowser) : ""}${assets.ahead.length > 0 ? dataBlock("ahead", assets.ahead) : ""}
</body>
</html>`;
  return { html, styleHash: hashOf(style), scriptHash: hashOf(script) };
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Returns the tags for the canonical URL of a page, its URLs in the other languages, and German as the default. */
function indexTags(locale: Locale, path: string, publicUrl: string): string {
  const own = publicUrl + localAddress(locale, path);
  const alternates = LOCALES.map((each) =>
    link("alternate", publicUrl + localAddress(each, path), ` hreflang="${LANGUAGE_TAG[each]}"`),
  );
  const others = link("alternate", publicUrl + localAddress(DEFAULT_LOCALE, path), ' hreflang="x-default"');
  return [link("canonical", own), `<meta property="og:url" content="${escapeHtml(own)}">`, ...alternates, others].join(
    "\n",
  );
}

/** Returns the path of a page in a language, with its locale prefix. */
export function localAddress(locale: Locale, path: string): string {
  return localePrefix(locale) + path;
}

function link(rel: string, href: string, more = ""): string {
  return `<link rel="${rel}" href="${escapeHtml(href)}"${more}>`;
}

/** Returns data for a script of the page, escaped so that it cannot close its element. */
function dataBlock(id: string, data: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

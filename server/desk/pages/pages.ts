import type { FastifyInstance } from "fastify";
import { DESK_API, DESK_PAGES } from "#contract/desk/paths.ts";
import { escapeHtml } from "#core/text/escape-html.ts";
import { brandStyle, favicon } from "#server/pages/brand-style.ts";
import { fileAnswer } from "#server/platform/http/files.ts";
import { readyText, sendReady } from "#server/platform/http/ready.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { DeskBundle } from "./bundle.ts";

/** The paths of the brand's colours and icon. */
const BRAND_STYLE = `${DESK_PAGES}/brand.css`;
const ICON = `${DESK_PAGES}/icon`;

/**
 * The content security policy of the desk's pages. They may load their own files, and a preview of the shop in a frame.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'none'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/**
 * Serves the desk's pages: one document for all paths, and the files of the build. `runs`: the version and the
 * extensions, which the pages show at their end.
 */
export function registerDeskPages(app: FastifyInstance, bundle: DeskBundle, brand: Brand, runs: string): void {
  for (const file of bundle.files) {
    const answer = fileAnswer(file);
    app.get(`${DESK_PAGES}/assets/${file.name}`, (request, reply) => sendReady(request, reply, answer));
  }
  const colours = readyText(brandStyle({ ...brand, dark: "off" }), { type: "text/css; charset=utf-8" });
  app.get(BRAND_STYLE, (request, reply) => sendReady(request, reply, colours));
  const icon = favicon(brand);
  app.get(ICON, (_request, reply) => reply.type(icon.type).send(icon.bytes));
  const page = readyText(documentOf(bundle, brand, runs), {
    type: "text/html; charset=utf-8",
    headers: { "content-security-policy": POLICY, "cross-origin-opener-policy": "same-origin" },
  });
  app.get(DESK_PAGES, (request, reply) => sendReady(request, reply, page));
  app.get<{ Params: { "*": string } }>(`${DESK_PAGES}/*`, (request, reply) => {
    const isPage = !/^(?:api|assets|preview)(?:\/|$)/.test(request.params["*"]);
    return isPage ? sendReady(request, reply, page) : reply.code(404).type("application/json").send(NOT_FOUND);
  });
}

const NOT_FOUND = { failure: "notFound" };

function documentOf({ scripts, modules, styles }: DeskBundle, brand: Brand, runs: string): string {
  const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}">`;
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<title>${escapeHtml(brand.name)}</title>
<link rel="icon" href="${ICON}" type="${favicon(brand).type}">
${[...styles, BRAND_STYLE].map((href) => link("stylesheet", href)).join("\n")}
${scripts.map((src) => `<script type="module" src="${escapeHtml(src)}"></script>`).join("\n")}
${modules.map((href) => link("modulepreload", href)).join("\n")}
</head>
<body>
<div id="desk" data-brand="${escapeHtml(brand.name)}" data-api="${DESK_API}" data-runs="${escapeHtml(runs)}"></div>
<noscript><p>JavaScript ist ausgeschaltet; der Schalter braucht es. · JavaScript is switched off; the desk needs it.</p></noscript>
</body>
</html>`;
}

import { brotliCompressSync, constants } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { API_PREFIX } from "#contract/paths.ts";
import { splitLocale, type Locale } from "#core/locale.ts";
import type { Brand } from "#server/brand/brand.ts";
import { productPage, shopWindow } from "#server/catalogue/shop-window.ts";
import { availableStock } from "#server/catalogue/stock.ts";
import { replyFailure } from "#server/http/failure-reply.ts";
import { localeOf } from "#server/http/router.ts";
import type { Services } from "#server/services.ts";
import type { Bundle } from "./assets.ts";
import { documentOf } from "./document.ts";
import { favicon } from "./favicon.ts";
import type { Page, PageData } from "./page.ts";

type PageSettings = { readonly sandboxes: readonly string[] };

const CHECKOUT_PATH = /^\/checkout\/(1|2|3|4|4a|5|6|7|7p)$/;
const CACHED_PAGES = 300;

/** Every page that a person opens: public ones rendered here and cached, checkout pages as a shell that the browser fills. */
export async function registerPages(
  app: FastifyInstance,
  services: Services,
  bundle: Bundle,
  settings: PageSettings,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: `${bundle.folder}/assets`,
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: "365d",
  });
  const icon = favicon(services.brand);
  app.get("/favicon.svg", (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", "public, max-age=86400").send(icon),
  );
  const cache = new Map<string, CachedPage>();
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !path.startsWith(`${API_PREFIX}/`) &&
      !path.startsWith("/assets/");
    if (!isPage) return replyFailure(reply, { kind: "notFound", text: "error.notFound" }, localeOf(request));
    return sendPage(request, reply, path, bundle, services, settings, cache);
  });
}

type CachedPage = { readonly status: number; readonly html: string; readonly brotli: Buffer; readonly csp: string };

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  bundle: Bundle,
  services: Services,
  settings: PageSettings,
  cache: Map<string, CachedPage>,
): Promise<FastifyReply> {
  const { locale, rest } = splitLocale(path);
  const { status, data, version } = await dataOf(services, rest, locale);
  const key = `${version}|${locale}|${status === 404 ? "404" : rest}`;
  const page = cache.get(key) ?? (await renderPage(services, settings, bundle, locale, rest, status, data));
  cache.set(key, page);
  if (cache.size > CACHED_PAGES) cache.delete(cache.keys().next().value ?? "");
  const compressed = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  void reply
    .code(page.status)
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-cache")
    .header("vary", "accept-encoding");
  void reply.header("content-security-policy", page.csp);
  if (compressed) void reply.header("content-encoding", "br");
  return reply.send(compressed ? page.brotli : page.html);
}

async function renderPage(
  services: Services,
  settings: PageSettings,
  bundle: Bundle,
  locale: Locale,
  path: string,
  status: number,
  data: PageData,
): Promise<CachedPage> {
  const { brand, config } = services;
  const page: Page = {
    locale,
    brand: publicBrand(brand, locale),
    sandbox: settings.sandboxes.length > 0,
    summaryStep: config.summaryStep,
    data,
  };
  const rendered = await bundle.render(page, path);
  const { html, styleHash } = documentOf(page, path, rendered, bundle.assetsOf(page, path), brand, config.publicUrl);
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return { status, html, brotli, csp: pagePolicy(styleHash, services.payments.formTargets) };
}

/** As on every answer, and the one inline style by its hash; a card widget's script comes from the provider's origin. */
function pagePolicy(styleHash: string, paymentOrigins: readonly string[]): string {
  const origins = paymentOrigins.join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' ${origins}`,
    `style-src 'self' ${styleHash}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self' ${origins}`,
    `form-action 'self' ${origins}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

type Found = {
  readonly status: number;
  readonly data: PageData;
  /** Changes when what is shown does. */ readonly version: string;
};

async function dataOf(services: Services, path: string, locale: Locale): Promise<Found> {
  if (CHECKOUT_PATH.test(path) || path === "/password-reset")
    return { status: 200, data: { kind: "checkout" }, version: "" };
  const legal = /^\/legal\/([\w-]+)$/.exec(path)?.[1];
  const text = legal === undefined ? undefined : services.brand.legal[legal];
  if (text)
    return {
      status: 200,
      data: { kind: "legal", title: text.title[locale], paragraphs: text.paragraphs.map((each) => each[locale]) },
      version: "",
    };
  const [{ catalogue, version }, stock] = await Promise.all([
    services.catalogues.current(),
    availableStock(services.db),
  ]);
  const soldOut = [...stock].filter(([, pieces]) => pieces <= 0).map(([article]) => article);
  const key = `${version}-${soldOut.join(",")}`;
  if (path === "/")
    return {
      status: 200,
      data: { kind: "home", catalogue: { version, products: shopWindow(catalogue, stock, locale) } },
      version: key,
    };
  const match = /^\/(mobile|tv|device)\/([\w-]+)$/.exec(path);
  const product = match ? productPage(match[1] ?? "", match[2] ?? "", catalogue, stock, locale) : null;
  return product
    ? { status: 200, data: { kind: "product", product }, version: key }
    : { status: 404, data: { kind: "notFound" }, version: "" };
}

function publicBrand(brand: Brand, locale: Locale): Page["brand"] {
  const legal = Object.entries(brand.legal).map(([code, text]) => ({
    title: text.title[locale],
    url: `/legal/${code}`,
  }));
  return { name: brand.name, phone: brand.phone, phoneHref: brand.phoneHref, email: brand.email, legal };
}

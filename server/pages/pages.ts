import type { FastifyInstance, FastifyRequest } from "fastify";
import { API_PREFIX } from "#contract/paths.ts";
import { splitLocale, type Locale } from "#core/locale.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { createWindowState } from "#server/shop/catalogue/window-state.ts";
import type { Brand, BrandPicture } from "#server/shop/brand/brand.ts";
import { replyFailure } from "#server/platform/http/failure-reply.ts";
import { readyText, sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import { localeOf } from "#server/platform/http/router.ts";
import type { Config } from "#server/config/config.ts";
import type { PaymentProvider } from "#server/sale/payment/provider.ts";
import type { Bundle } from "./assets.ts";
import { serveBuiltFiles } from "./built-files.ts";
import { PageCache } from "./cache.ts";
import { findPage, type PageSources } from "./data.ts";
import { documentOf } from "./document.ts";
import { favicon } from "./favicon.ts";
import type { Page, PageData } from "#contract/page.ts";
import { pagePolicy, REPORTING_ENDPOINTS } from "./policy.ts";
import { SECURITY_TXT_PATH, securityTxt } from "./security-txt.ts";
import { robots, sitemap } from "./sitemap.ts";

type Needs = Omit<PageSources, "windowState"> & {
  readonly db: Database;
  readonly catalogues: CatalogueStore;
  readonly config: Pick<Config, "publicUrl" | "summaryStep">;
  readonly payments: Pick<PaymentProvider, "pageOrigins" | "inlineStyles">;
  readonly now: Clock;
  /** Null: not offered. */
  readonly sms: object | null;
  readonly esims: object | null;
};
type PageSettings = { readonly sandboxes: readonly string[] };
type Pages = {
  readonly services: Needs & PageSources;
  readonly bundle: Bundle;
  readonly sandbox: Page["sandbox"];
  readonly cache: PageCache;
};

const LOGO_PATH = "/brand/logo";
const DAY = "public, max-age=86400";

/** Registers all pages. Public pages are rendered here and cached; checkout pages are a shell that the browser fills. */
export async function registerPages(
  app: FastifyInstance,
  services: Needs,
  bundle: Bundle,
  settings: PageSettings,
): Promise<void> {
  const { brand, config, catalogues, now } = services;
  const sources = { ...services, windowState: createWindowState(services) };
  const pages: Pages = { services: sources, bundle, sandbox: sandboxOf(settings.sandboxes), cache: new PageCache() };
  if (bundle.folder !== null) await serveBuiltFiles(app, `${bundle.folder}/assets`);
  serve(app, "/favicon", favicon(brand));
  if (brand.pictures.logo) serve(app, LOGO_PATH, brand.pictures.logo);
  app.get("/robots.txt", (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", DAY).send(robots(config.publicUrl)),
  );
  app.get(SECURITY_TXT_PATH, (_request, reply) =>
    reply
      .type("text/plain; charset=utf-8")
      .header("cache-control", DAY)
      .send(securityTxt(brand, config.publicUrl, now())),
  );
  app.get("/sitemap.xml", async (_request, reply) => {
    const { catalogue } = await catalogues.current();
    return reply.type("application/xml; charset=utf-8").send(sitemap(catalogue, brand, config.publicUrl));
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?")[0] ?? "/";
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !path.startsWith(`${API_PREFIX}/`) &&
      !path.startsWith("/assets/");
    if (!isPage) return replyFailure(reply, { name: "notFound" }, localeOf(request));
    return sendReady(request, reply, await pageFor(pages, path, request));
  });
}

function sandboxOf(sandboxes: readonly string[]): Page["sandbox"] {
  if (sandboxes.length === 0) return "none";
  return sandboxes.some((name) => name.startsWith("sandbox-")) ? "payment" : "some";
}

function serve(app: FastifyInstance, path: string, { type, bytes }: BrandPicture): void {
  // An SVG is XML text, whose encoding has to be named (ASVS 4.1.1).
  const named = type === "image/svg+xml" ? `${type}; charset=utf-8` : type;
  app.get(path, (_request, reply) => reply.type(named).header("cache-control", DAY).send(bytes));
}

/** The page of a path, from the cache if possible, or an error page if rendering fails. */
async function pageFor(pages: Pages, path: string, request: FastifyRequest): Promise<ReadyAnswer> {
  const { locale, rest } = splitLocale(path);
  try {
    const { status, data, version } = await findPage(pages.services, rest, locale);
    const make = () => renderPage(pages, locale, status === 404 ? "/" : rest, status, data());
    if (!pages.bundle.cached) return await make();
    return await pages.cache.take(status === 404 ? `404|${locale}` : `${version}|${locale}|${rest}`, make);
  } catch (error) {
    request.log.error({ err: error, path: rest, requestId: request.id }, "page failed");
    return renderPage(pages, locale, rest, 500, { kind: "error" });
  }
}

async function renderPage(
  pages: Pages,
  locale: Locale,
  path: string,
  status: number,
  data: PageData,
): Promise<ReadyAnswer> {
  const { bundle, sandbox, services } = pages;
  const { brand, config, payments, sms, esims } = services;
  const offers = { sms: sms !== null, esim: esims !== null };
  const page: Page = {
    locale,
    brand: publicBrand(brand, locale),
    sandbox,
    summaryStep: config.summaryStep,
    offers,
    data,
  };
  const rendered = await bundle.render(page, path);
  const { html, styleHash } = documentOf(page, path, rendered, bundle.assetsOf(page, path), brand, config.publicUrl);
  const policy = pagePolicy(styleHash, data.kind === "checkout" ? payments : null);
  return readyText(html, {
    type: "text/html; charset=utf-8",
    status,
    headers: { "content-security-policy": policy, "reporting-endpoints": REPORTING_ENDPOINTS },
    quality: status === 500 ? 4 : 9,
  });
}

function publicBrand(brand: Brand, locale: Locale): Page["brand"] {
  const legal = Object.entries(brand.legal).map(([code, text]) => ({
    title: text.title[locale],
    url: `/legal/${code}`,
  }));
  const { name, phone, phoneHref, email } = brand;
  return { name, phone, phoneHref, email, legal, ...(brand.pictures.logo && { logoUrl: LOGO_PATH }) };
}

import type { Database } from "#server/platform/database/database.ts";
import { primaryReads, type StaleReads } from "#server/platform/database/replica/stale-reads.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { Config } from "#server/config/config.ts";
import type { NewCheckouts } from "#server/sale/steps/change-record.ts";
import type { SummaryFields } from "#server/sale/steps/summary-field.ts";
import type { FastifyInstance } from "fastify";
import { splitLocale } from "#core/text/locale.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { isFramedPage } from "#server/pages/framed-pages.ts";
import { isFrameDocument } from "#server/platform/http/framing.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { createWindowState } from "#server/shop/catalogue/window-state.ts";
import type { Brand, BrandPicture } from "#server/shop/brand/brand.ts";
import { replyFailure } from "#server/api/failure-reply.ts";
import { sendReady } from "#server/platform/http/ready.ts";
import { type CountCall } from "#server/api/call.ts";
import { localeOf } from "#server/api/router.ts";
import type { Embedding } from "#server/extension/extension.ts";
import type { Bundle } from "./assets.ts";
import { serveBuiltFiles } from "./built-files.ts";
import type { Periods } from "#server/config/periods.ts";
import { registerBuying } from "./buying.ts";
import { registerPermalinks } from "./permalink/permalinks.ts";
import { correctedPath } from "./forgiven.ts";
import { favicon } from "./brand-style.ts";
import { SECURITY_TXT_PATH, securityTxt, robots, sitemap } from "./site-files.ts";
import { createPages, LOGO_PATH, type Offers } from "./rendering.ts";

type PageSettings = {
  readonly sandboxes: readonly string[];
  readonly countCall: CountCall;
  /** Whether the shop is served over https. */
  readonly secure: boolean;
  /** How pages are shown in frames of other sites; null if they are not. */
  readonly embedding: Embedding | null;
  /** The fields of extensions below the order's lines. */
  readonly summaryFields: SummaryFields;
};

const DAY = "public, max-age=86400";

/**
 * Registers all pages. Public pages are rendered here and cached; checkout pages are a shell that the browser fills.
 */
export async function registerPages(
  app: FastifyInstance,
  services: {
    readonly db: Database;
    readonly reads: StaleReads;
    readonly now: Clock;
    readonly brand: Brand;
    readonly config: Pick<Config, "publicUrl" | "summaryStep" | "reminderHours">;
    readonly catalogues: CatalogueStore;
    readonly newCheckouts: NewCheckouts;
    readonly payments: Offers["payments"];
    readonly providers: Offers["providers"];
    readonly sms: Offers["sms"];
    readonly network: Offers["network"];
    readonly security: SecurityLog;
    readonly periods: Pick<Periods, "shopWindow">;
  },
  bundle: Bundle,
  settings: PageSettings,
): Promise<void> {
  const { brand, config, catalogues, now } = services;
  const windowState = createWindowState(services);
  // A press is decided by the primary, so that nothing is refused as sold out because a replica is behind.
  const pressedState = services.reads.mayLag
    ? createWindowState({ ...services, reads: primaryReads(services.db) })
    : windowState;
  const pages = createPages({ brand, config, windowState }, services, bundle, settings);
  const buying = { ...services, ...settings, windowState: pressedState, pages };
  registerBuying(app, buying);
  registerPermalinks(app, buying);
  if (bundle.folder !== null) await serveBuiltFiles(app, `${bundle.folder}/assets`, services.db);
  // Browsers request `/favicon.ico` for documents that name no icon.
  for (const path of ["/favicon", "/favicon.ico"]) serve(app, path, favicon(brand));
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
    const [path = "/", ...query] = request.url.split(/(?=\?)/);
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !path.startsWith(`${API_PREFIX}/`) &&
      !path.startsWith("/assets/");
    if (!isPage) return replyFailure(reply, { name: "notFound" }, localeOf(request));
    const framing = isFrameDocument(request) && isFramedPage(splitLocale(path).rest) ? request.framing : null;
    const page = await pages.find(path, request, framing);
    // It cannot name origins, so that only `frame-ancestors` decides. An error page is not for frames.
    if (framing && page.status === 200) void reply.removeHeader("x-frame-options");
    const forgiven = page.status === 404 ? await correctedPath({ brand, windowState }, path) : null;
    if (forgiven !== null) return reply.redirect(forgiven + query.join(""), 308);
    return sendReady(request, reply, page);
  });
}

function serve(app: FastifyInstance, path: string, { type, bytes }: BrandPicture): void {
  // SVG is XML text, so its encoding has to be declared (ASVS 4.1.1).
  const named = type === "image/svg+xml" ? `${type}; charset=utf-8` : type;
  app.get(path, (_request, reply) => reply.type(named).header("cache-control", DAY).send(bytes));
}

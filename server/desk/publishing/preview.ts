import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import type { Catalogue } from "#core/catalogue.ts";
import { pricedAt } from "#core/catalogue-periods.ts";
import { dayInZurich } from "#core/dates.ts";
import type { Bundle } from "#server/pages/assets.ts";
import { BROWSER_PATHS } from "#server/pages/data.ts";
import { favicon } from "#server/pages/favicon.ts";
import { createPages, LOGO_PATH, type PageNeeds } from "#server/pages/rendering.ts";
import { FILE_TYPES } from "#server/platform/http/files.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Brand, BrandTexts } from "#server/shop/brand/brand.ts";
import { checkTexts, textsOf as textsOfBrand } from "#server/shop/brand/text-files.ts";
import { FILE_VERSION, savedTexts } from "#server/shop/brand/text-versions.ts";
import { checkContents } from "#server/shop/catalogue/check-contents.ts";
import { availableStock } from "#server/shop/catalogue/stock.ts";
import { loadedOnSale, versionNumbered } from "#server/shop/catalogue/versions.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { draftOf } from "./draft-store.ts";
import { previewHtml } from "./preview-html.ts";
import { numberOf } from "./version-number.ts";

/** The path of previews. Behind it are the kind, the draft or version, the time, and the path of the shop. */
const PREVIEW = `${DESK_PAGES}/preview`;

/** The policy of a preview: no script runs, no form is sent, and only the desk may frame it. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");

type Needs = Pick<DeskServices, "db" | "now" | "brand" | "brandFile" | "config"> & Pick<PageNeeds, "payments" | "sms">;
type Params = { readonly kind: string; readonly source: string; readonly at: string; readonly "*": string };
/** What the shop is previewed with. */
type Previewed = { readonly catalogue: Catalogue; readonly brand: Brand };

/** Whether the caller may see the catalogue. Otherwise it answers with the refusal. */
type Allows = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

/**
 * Serves the public pages of the shop as they would be with a draft or a version, at a time, in every language: rendered by the shop's own code
 * with its own styles. The checkout is left out, because a purchase would be real.
 */
export function registerPreview(app: FastifyInstance, services: Needs, bundle: Bundle, allows: Allows): void {
  app.get<{ Params: Params }>(`${PREVIEW}/:kind/:source/:at/*`, async (request, reply) => {
    if (!(await allows(request, reply))) return reply;
    const { kind, source, at: time, "*": rest } = request.params;
    const at = time === "now" ? services.now() : new Date(time);
    const shown = Number.isNaN(at.getTime()) ? null : await previewed(services, kind, source, at);
    if (!shown) return reply.code(404).send({ failure: "notFound" });
    const path = `/${rest}`;
    void reply.headers({
      "content-security-policy": POLICY,
      "cache-control": "no-store",
      "x-frame-options": "SAMEORIGIN",
    });
    if (path === "/favicon") return reply.type(favicon(services.brand).type).send(favicon(services.brand).bytes);
    const { logo } = services.brand.pictures;
    if (path === LOGO_PATH && logo) return reply.type(logo.type).send(logo.bytes);
    if (path.startsWith("/assets/")) return sendFile(reply, bundle, path);
    if (isOfCheckout(path)) return reply.code(404).send({ failure: "notFound" });
    const page = await pagesAt(services, bundle, shown, at).find(path, request);
    const base = `${PREVIEW}/${kind}/${source}/${encodeURIComponent(time)}`;
    return reply.code(page.status).type(page.type).send(previewHtml(page.plain.toString(), base));
  });
}

/** The catalogue and brand of a preview; null if there is no such draft or version, or if a draft has mistakes. */
async function previewed(services: Needs, kind: string, source: string, at: Date): Promise<Previewed | null> {
  const { db, brand } = services;
  const onSale = await loadedOnSale(db, at);
  const priced = (catalogue: Catalogue | undefined) => catalogue && pricedAt(catalogue, at);
  if (kind === "catalogue") {
    const catalogue = priced(source === "onsale" ? onSale?.catalogue : await catalogueOf(db, source));
    return catalogue ? { catalogue, brand } : null;
  }
  const texts = kind === "texts" ? await textsOf(services, source) : null;
  const catalogue = priced(onSale?.catalogue);
  return texts && catalogue ? { catalogue, brand: { ...services.brandFile, ...texts } } : null;
}

const DRAFT = /^draft-(.+)$/;
const versionIn = (source: string) => numberOf(/^version-(.+)$/.exec(source)?.[1] ?? "");

async function catalogueOf(db: Handle, source: string): Promise<Catalogue | undefined> {
  const draft = DRAFT.exec(source)?.[1];
  if (draft === undefined) return (await versionNumbered(db, versionIn(source) ?? 0))?.catalogue;
  const found = await draftOf(db, "catalogue", draft);
  const checked = found && checkContents(found.content);
  return checked?.ok ? checked.catalogue : undefined;
}

async function textsOf({ db, brandFile }: Needs, source: string): Promise<BrandTexts | null> {
  const draft = DRAFT.exec(source)?.[1];
  if (draft === undefined) {
    const version = versionIn(source);
    if (version === null) return null;
    return version === FILE_VERSION ? textsOfBrand(brandFile) : savedTexts(db, version);
  }
  const found = await draftOf(db, "texts", draft);
  const checked = found && checkTexts(found.content);
  return checked?.ok ? checked.texts : null;
}

function pagesAt(services: Needs, bundle: Bundle, { catalogue, brand }: Previewed, at: Date) {
  const windowState = async () => ({
    loaded: { version: 0, catalogue },
    stock: await availableStock(services.db, services.now()),
    today: dayInZurich(at),
    version: "preview",
  });
  return createPages({ ...services, brand, windowState }, bundle, []);
}

const isOfCheckout = (path: string) => BROWSER_PATHS.has(path.replace(/^\/(?:en|fr|it|sr)(?=\/)/, ""));

async function sendFile(reply: FastifyReply, bundle: Bundle, path: string): Promise<FastifyReply> {
  const type = FILE_TYPES[extname(path)];
  const isName = /^\/assets\/[\w.-]{1,120}$/.test(path);
  if (bundle.folder === null || !isName || type === undefined) return reply.code(404).send({ failure: "notFound" });
  const bytes = await readFile(join(bundle.folder, path)).catch(() => null);
  return bytes ? reply.type(type).send(bytes) : reply.code(404).send({ failure: "notFound" });
}

import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DESK_PAGES } from "#contract/desk/paths.ts";
import { PREVIEW_FAILURES, type PreviewFailure, FAILURE_ATTRIBUTE } from "#contract/desk/preview.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import { dayInZurich } from "#core/time/dates.ts";
import { readMoment } from "#core/time/moments.ts";
import type { Bundle } from "#server/pages/assets.ts";
import { BROWSER_PATHS } from "#server/pages/data.ts";
import { favicon } from "#server/pages/brand-style.ts";
import { createPages, LOGO_PATH } from "#server/pages/rendering.ts";
import { FILE_TYPES } from "#server/platform/http/files.ts";
import type { Handle } from "#server/platform/database/database.ts";
import type { Brand, BrandTexts } from "#server/shop/brand/brand.ts";
import { checkTexts, textsOf as textsOfBrand } from "#server/shop/brand/text-files.ts";
import { FILE_VERSION, savedTexts } from "#server/shop/brand/text-versions.ts";
import { checkContents } from "#server/shop/catalogue/problems.ts";
import { availableStock } from "#server/shop/stock/queries.ts";
import { loadedOnSale, versionNumbered } from "#server/shop/catalogue/versions.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { draftOf } from "#server/shop/drafts/store.ts";
import { numberOf } from "./versions.ts";

/** The path of previews. After it come the kind, the draft or version, the time, and the path within the shop. */
const PREVIEW = `${DESK_PAGES}/preview`;

/** The content security policy of previews: no scripts, no forms, and only the desk may show one in a frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");
const FRAMED = {
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "x-frame-options": "SAMEORIGIN",
};

type Needs = Pick<
  DeskServices,
  "db" | "now" | "brand" | "brandFile" | "config" | "payments" | "providers" | "sms" | "network"
>;
type Params = { readonly kind: string; readonly source: string; readonly at: string; readonly "*": string };
/** The catalogue and brand that a preview shows. */
type Previewed = { readonly catalogue: Catalogue; readonly brand: Brand };

/** Returns why the caller may not see the catalogue; null if that is allowed. */
type Refusal = (request: FastifyRequest, reply: FastifyReply) => Promise<PreviewFailure | null>;

/**
 * Serves the shop's public pages with a draft or a version, at a given time, in every language. The shop's own code
 * renders them, with its own styles. The checkout is left out, because a purchase would be real.
 */
export function registerPreview(app: FastifyInstance, services: Needs, bundle: Bundle, refusal: Refusal): void {
  app.get<{ Params: Params }>(`${PREVIEW}/:kind/:source/:at/*`, async (request, reply) => {
    const refused = await refusal(request, reply);
    if (refused) return fail(reply, refused);
    const { kind, source, at: time, "*": rest } = request.params;
    const at = time === "now" ? services.now() : readMoment(time);
    if (!at) return fail(reply, "notFound");
    const shown = await previewed(services, kind, source, at);
    if (typeof shown === "string") return fail(reply, shown);
    const path = `/${rest}`;
    void reply.headers(FRAMED);
    if (path === "/favicon") return reply.type(favicon(services.brand).type).send(favicon(services.brand).bytes);
    const { logo } = services.brand.pictures;
    if (path === LOGO_PATH && logo) return reply.type(logo.type).send(logo.bytes);
    if (path.startsWith("/assets/")) return sendFile(reply, bundle, path);
    if (isOfCheckout(path)) return fail(reply, "notPreviewed");
    const page = await pagesAt(services, bundle, shown, at).find(path, request);
    const base = `${PREVIEW}/${kind}/${source}/${encodeURIComponent(time)}`;
    return reply.code(page.status).type(page.type).send(previewHtml(page.plain.toString(), base));
  });
}

/** Responds with a page that names the failure, which the desk's page around the frame reads. */
function fail(reply: FastifyReply, failure: PreviewFailure): FastifyReply {
  return reply
    .code(PREVIEW_FAILURES[failure])
    .headers(FRAMED)
    .type("text/html; charset=utf-8")
    .send(failureHtml(failure));
}

type Missing = Extract<PreviewFailure, "notFound" | "nothingOnSale" | "draftWrong">;

/** Returns the catalogue and brand of a preview, or why there is none. */
async function previewed(services: Needs, kind: string, source: string, at: Date): Promise<Previewed | Missing> {
  const { db, brand } = services;
  const onSale = async () => (await loadedOnSale(db, at))?.catalogue ?? "nothingOnSale";
  if (kind === "catalogue") {
    const catalogue = source === "onsale" ? await onSale() : await catalogueOf(db, source);
    return typeof catalogue === "string" ? catalogue : { catalogue: pricedAt(catalogue, at), brand };
  }
  const texts = kind === "texts" ? await textsOf(services, source) : "notFound";
  if (typeof texts === "string") return texts;
  const catalogue = await onSale();
  if (typeof catalogue === "string") return catalogue;
  return { catalogue: pricedAt(catalogue, at), brand: { ...services.brandFile, ...texts } };
}

const DRAFT = /^draft-(.+)$/;
const versionIn = (source: string) => numberOf(/^version-(.+)$/.exec(source)?.[1] ?? "");

async function catalogueOf(db: Handle, source: string): Promise<Catalogue | Missing> {
  const draft = DRAFT.exec(source)?.[1];
  if (draft === undefined) return (await versionNumbered(db, versionIn(source) ?? 0))?.catalogue ?? "notFound";
  const found = await draftOf(db, "catalogue", draft);
  if (!found) return "notFound";
  const checked = checkContents(found.content);
  return checked.ok ? checked.catalogue : "draftWrong";
}

async function textsOf({ db, brandFile }: Needs, source: string): Promise<BrandTexts | Missing> {
  const draft = DRAFT.exec(source)?.[1];
  if (draft === undefined) {
    const version = versionIn(source);
    if (version === null) return "notFound";
    return version === FILE_VERSION ? textsOfBrand(brandFile) : ((await savedTexts(db, version)) ?? "notFound");
  }
  const found = await draftOf(db, "texts", draft);
  if (!found) return "notFound";
  const checked = checkTexts(found.content);
  return checked.ok ? checked.texts : "draftWrong";
}

function pagesAt(services: Needs, bundle: Bundle, { catalogue, brand }: Previewed, at: Date) {
  const windowState = async () => ({
    loaded: { version: 0, catalogue },
    stock: await availableStock(services.db, services.now()),
    today: dayInZurich(at),
    version: "preview",
  });
  return createPages({ brand, config: services.config, windowState }, services, bundle, {
    sandboxes: [],
    embedding: null,
    summaryFields: new Map(),
  });
}

const isOfCheckout = (path: string) => BROWSER_PATHS.has(path.replace(/^\/(?:en|fr|it|sr)(?=\/)/, ""));

async function sendFile(reply: FastifyReply, bundle: Bundle, path: string): Promise<FastifyReply> {
  const type = FILE_TYPES[extname(path)];
  const isName = /^\/assets\/[\w.-]{1,120}$/.test(path);
  if (bundle.folder === null || !isName || type === undefined) return fail(reply, "notFound");
  const bytes = await readFile(join(bundle.folder, path)).catch(() => null);
  return bytes ? reply.type(type).send(bytes) : fail(reply, "notFound");
}

/**
 * Returns a page of the shop for a preview: links and files point into the preview, and scripts are removed. `base`:
 * the path that replaces the shop's root. It relies on attributes being quoted and escaped, as they are in the shop's
 * own HTML.
 */
export function previewHtml(html: string, base: string): string {
  return (
    html
      .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
      .replaceAll(/<link rel="(?:modulepreload|canonical|alternate|preload)"[^>]*>/g, "")
      // Matches paths on this origin. Two slashes would mean another host.
      .replaceAll(/\b(href|src|action)="\/(?!\/)/g, (_, attribute: string) => `${attribute}="${base}/`)
      .replaceAll(/url\((["']?)\/(?!\/)/g, (_, quote: string) => `url(${quote}${base}/`)
  );
}

/** Returns a page that names the failure. The desk's page hides it and shows a message instead. */
function failureHtml(failure: PreviewFailure): string {
  return `<!doctype html><html lang="en" ${FAILURE_ATTRIBUTE}="${failure}"><meta charset="utf-8"><title>${failure}</title></html>`;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import type { BuyFailure } from "#contract/page.ts";
import { LOCALES, localePrefix, splitLocale, type Locale } from "#core/text/locale.ts";
import { sendReady } from "#server/platform/http/ready.ts";
import type { BuyingNeeds } from "../buying.ts";
import { correctedPath } from "../forgiven.ts";
import { leadToCheckout, startFromForm, STATUS } from "../starting.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import { linkPage, type BrokenLink, type WholeLink } from "./link-page.ts";
import { readLink, type LinkPath } from "./read-link.ts";

type Needs = BuyingNeeds & { readonly brand: Brand };
/** A request for a link. `address` is its path without locale prefix, with its query. */
type Asked = LinkPath & {
  readonly locale: Locale;
  readonly address: string;
  readonly path: string;
  readonly query: string;
};

/** Only pages of short links are cached, so that strangers cannot fill the memory. */
const MAX_CACHED_ADDRESS = 500;

/**
 * Registers permalinks: addresses with a configuration (ADR 62). `GET` only shows what the link buys, because previews,
 * crawlers and prefetches send it too; the page's script goes on by itself. Its form sends `POST`, which starts the
 * checkout as the buy button does.
 */
export function registerPermalinks(app: FastifyInstance, needs: Needs): void {
  for (const locale of LOCALES)
    for (const family of ["mobile", "tv"] as const) {
      const path = `${localePrefix(locale)}/buy${family === "tv" ? "/tv" : ""}/:code`;
      const answered =
        (answer: typeof show) => async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
          const asked = askedBy(request, { family, code: request.params.code }, locale);
          try {
            return await answer(needs, asked, request, reply);
          } catch (error) {
            request.log.error({ err: error, path: "/buy" }, "a permalink could not be answered");
            return sendReady(request, reply, await needs.pages.render(locale, "/", 500, { kind: "error" }));
          }
        };
      app.get(path, answered(show));
      app.post(path, answered(start));
    }
}

function askedBy({ url }: FastifyRequest, link: LinkPath, locale: Locale): Asked {
  const [path = "", ...more] = url.split("?");
  const query = more.join("?");
  return { ...link, locale, path, query, address: splitLocale(path).rest + (query && `?${query}`) };
}

async function show(needs: Needs, asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { pages, windowState } = needs;
  const { locale, address, path, query } = asked;
  const state = await windowState();
  const page = linkPage(asked, readLink(asked, query), state, locale);
  if (page.kind === "link") {
    const status = page.product.onStock ? 200 : STATUS.soldOut;
    const make = () => pages.render(locale, address, status, page);
    const answer = address.length > MAX_CACHED_ADDRESS ? make() : pages.cached(locale, state.version, address, make);
    return sendReady(request, reply, await answer);
  }
  const forgiven = page.status === 404 ? await correctedPath(needs, path) : null;
  if (forgiven !== null) return reply.redirect(forgiven + (query && `?${query}`), 308);
  return sendBroken(needs, asked, page, request, reply);
}

async function start(needs: Needs, asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { locale, query } = asked;
  const page = linkPage(asked, readLink(asked, query), await needs.windowState(), locale);
  if (page.kind === "brokenLink") return sendBroken(needs, asked, page, request, reply);
  const { product, offer } = page;
  const read = () => ({ record: offer.record, ticket: ticketIn(request.body) });
  const started = await startFromForm(needs, { locale, product, source: offer.source, read }, request);
  if ("reason" in started) return sendFailure(needs, asked, page, started, request, reply);
  return leadToCheckout(request, reply, started, { locale, secure: needs.secure });
}

async function sendBroken(
  { pages }: Needs,
  { locale, address }: Asked,
  { status, ...page }: BrokenLink,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendReady(request, reply, await pages.render(locale, address, status, page));
}

async function sendFailure(
  { pages }: Needs,
  { locale, address }: Asked,
  page: WholeLink,
  failure: BuyFailure,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if ("retryAfter" in failure) void reply.header("retry-after", failure.retryAfter);
  return sendReady(request, reply, await pages.render(locale, address, STATUS[failure.reason], { ...page, failure }));
}

/** Returns the ticket of a shopper who queues; null if there is none. */
function ticketIn(body: unknown): string | null {
  const read = v.safeParse(v.object({ ticket: v.string() }), body);
  return read.success ? read.output.ticket : null;
}

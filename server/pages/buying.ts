import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { ENDPOINTS, type FailuresOf } from "#contract/shop/calls.ts";
import type { BuyFailure } from "#contract/page.ts";
import { STARTED_CHECKOUT } from "#contract/paths.ts";
import { queueWords } from "#core/launch/queue-words.ts";
import { LOCALES, localePrefix, type Locale } from "#core/text/locale.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { firstStep, isPrepaidFlow, type Step } from "#core/steps/steps.ts";
import { sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import type { CountCall } from "#server/api/call.ts";
import type { Failure } from "#server/api/result.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { requireOwnForm } from "#server/api/xsrf.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { recordOf, type NewCheckouts } from "#server/sale/steps/change-record.ts";
import { productPage, type Product } from "#server/shop/catalogue/shop-window.ts";
import type { WindowState } from "#server/shop/catalogue/window-state.ts";
import type { Pages } from "./rendering.ts";

type Needs = {
  readonly newCheckouts: NewCheckouts;
  readonly config: { readonly publicUrl: string };
  readonly security: SecurityLog;
  readonly windowState: () => Promise<WindowState>;
  readonly pages: Pages;
  readonly countCall: CountCall;
  readonly secure: boolean;
};
type Form = { readonly locale: Locale; readonly kind: string; readonly code: string };
type Started = { readonly id: string; readonly record: CheckoutRecord } & ReturnType<typeof firstStep>;

const KINDS = ["mobile", "tv", "device"] as const;
const STATUS = { soldOut: 409, changed: 422, again: 403, tooMany: 429, queued: 429 } as const satisfies Record<
  BuyFailure["reason"],
  number
>;
/** Lifetime of the cookie for the next page, in seconds; long enough for a slow network. */
const HANDOVER_SECONDS = 300;
const MAX_HANDED_OVER = 4;

/**
 * Registers `POST` for landing pages: the buy button, pressed without JavaScript or before it has loaded (ADR 6).
 * Starts a checkout as `POST /checkout` does, with the same limits, and leads to the checkout's first page. After a
 * failure, the landing page is shown again, with a message.
 */
export function registerBuying(app: FastifyInstance, needs: Needs): void {
  for (const locale of LOCALES)
    for (const kind of KINDS)
      app.post<{ Params: { code: string } }>(`${localePrefix(locale)}/${kind}/:code`, async (request, reply) => {
        const form: Form = { locale, kind, code: request.params.code };
        try {
          return await answer(needs, form, request, reply);
        } catch (error) {
          request.log.error({ err: error, path: `/${kind}` }, "a checkout could not be started");
          return sendReady(request, reply, await needs.pages.render(locale, "/", 500, { kind: "error" }));
        }
      });
}

async function answer(needs: Needs, form: Form, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { locale, kind, code } = form;
  const { loaded, stock, today } = await needs.windowState();
  const product = productPage({ kind, code }, { catalogue: loaded.catalogue, stock, today }, locale);
  if (!product) return sendReady(request, reply, await needs.pages.find(request.url.split("?")[0] ?? "/", request));
  const started = await begin(needs, product, locale, request);
  if ("reason" in started)
    return sendReady(request, reply, await failurePage(needs.pages, form, product, started, reply));
  const tag = handOver(request, reply, started, needs.secure);
  return reply.redirect(`${localePrefix(locale)}/checkout/${started.page}#${STARTED_CHECKOUT.fragment}${tag}`, 303);
}

async function begin(
  needs: Needs,
  product: Product,
  locale: Locale,
  request: FastifyRequest,
): Promise<Started | BuyFailure> {
  const { ip } = request;
  const refused = needs.countCall("checkout", { ip, checkoutId: null });
  if (refused) return { reason: "tooMany", retryAfter: refused.failure.retryAfter };
  if (requireOwnForm(request, needs.config.publicUrl)) {
    needs.security.record("xsrf.refused", { address: ip, route: request.routeOptions.url ?? "" });
    return { reason: "again" };
  }
  if (!product.onStock) return { reason: "soldOut" };
  if (product.externalCheckoutUrl !== null) return { reason: "changed" };
  const form = readForm(request.body);
  if (!form) return { reason: "changed" };
  const { record, ticket } = form;
  const result = await needs.newCheckouts.begin({ record, locale, ip, ticket });
  if (result.ok) {
    const prepaidFlow = isPrepaidFlow({ type: record.type, postpaid: result.value.postpaid });
    return { id: result.value.id, record, ...firstStep({ prepaidFlow }) };
  }
  return failureOf(result.failure, locale);
}

function failureOf(failure: Failure<FailuresOf<"checkout">>, locale: Locale): BuyFailure {
  switch (failure.name) {
    case "tooMany":
      return { reason: "tooMany", retryAfter: failure.retryAfter };
    case "queued": {
      const { ticket, retryAfter } = failure;
      return { reason: "queued", ticket, retryAfter, message: serverText(locale, "order.queued", queueWords(failure)) };
    }
    case "noStock":
      return { reason: "soldOut" };
    default:
      return { reason: "changed" };
  }
}

/** Returns the record for the chosen term, and the ticket of a shopper who queues; null if the record is not valid. */
function readForm(body: unknown): { readonly record: CheckoutRecord; readonly ticket: string | null } | null {
  const read = v.safeParse(Form, body);
  if (!read.success) return null;
  return { record: recordOf({ ...read.output.record, id: null }), ticket: read.output.ticket ?? null };
}

const Form = v.object({
  record: v.pipe(v.string(), v.parseJson(), ENDPOINTS.checkout.body),
  ticket: v.optional(v.string()),
});

async function failurePage(
  pages: Pages,
  { locale, kind, code }: Form,
  product: Product,
  failure: BuyFailure,
  reply: FastifyReply,
): Promise<ReadyAnswer> {
  if ("retryAfter" in failure) void reply.header("retry-after", failure.retryAfter);
  return pages.render(locale, `/${kind}/${code}`, STATUS[failure.reason], { kind: "product", product, failure });
}

/**
 * Passes the checkout id to the next page in a cookie, which the page's script reads and removes at once. Each checkout
 * has a cookie of its own, because several tabs can buy at the same time. Returns the tag in the cookie's name, which
 * is not secret.
 */
function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, pageStep, record }: Started,
  secure: boolean,
): string {
  const name = secure ? STARTED_CHECKOUT.secureCookie : STARTED_CHECKOUT.cookie;
  const value: { id: string; pageStep: Step; record: CheckoutRecord } = { id, pageStep, record };
  const options = { path: "/", sameSite: "lax", secure } as const;
  // Without JavaScript, the cookies are not removed, and too many of them would make requests too long.
  const left = Object.keys(request.cookies).filter((each) => each.startsWith(name));
  if (left.length >= MAX_HANDED_OVER) for (const each of left) void reply.clearCookie(each, options);
  const tag = randomBytes(3).toString("base64url");
  void reply.setCookie(name + tag, JSON.stringify(value), { ...options, maxAge: HANDOVER_SECONDS });
  return tag;
}

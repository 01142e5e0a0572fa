import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FailuresOf } from "#contract/shop/calls.ts";
import type { BuyFailure } from "#contract/page.ts";
import { STARTED_CHECKOUT } from "#contract/paths.ts";
import { queueWords } from "#core/launch/queue-words.ts";
import { localePrefix, type Locale } from "#core/text/locale.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import { firstStep, isPrepaidFlow, type Step } from "#core/steps/steps.ts";
import type { CountCall } from "#server/api/call.ts";
import type { Failure } from "#server/api/result.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { requireOwnForm } from "#server/api/xsrf.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { NewCheckouts } from "#server/sale/steps/change-record.ts";
import type { Product } from "#server/shop/catalogue/shop-window.ts";

/** What starting a checkout from a form needs. */
export type StartNeeds = {
  readonly newCheckouts: NewCheckouts;
  readonly config: { readonly publicUrl: string };
  readonly security: SecurityLog;
  readonly countCall: CountCall;
};

/** What a form wants to buy. */
export type Wanted = {
  readonly locale: Locale;
  readonly source: CheckoutSource;
  readonly product: Pick<Product, "onStock" | "externalCheckoutUrl">;
  /** Returns the record, and the ticket of a shopper who queues; null if the record is not valid. */
  readonly read: () => { readonly record: CheckoutRecord; readonly ticket: string | null } | null;
};
type Started = { readonly id: string; readonly record: CheckoutRecord } & ReturnType<typeof firstStep>;

/** The status of a page that says why no checkout was started. */
export const STATUS = { soldOut: 409, changed: 422, again: 403, tooMany: 429, queued: 429 } as const satisfies Record<
  BuyFailure["reason"],
  number
>;
/** Lifetime of the cookie for the next page, in seconds; long enough for a slow network. */
const HANDOVER_SECONDS = 300;
const MAX_HANDED_OVER = 4;

/** Starts a checkout as `POST /checkout` does, with the same limits, if a form of this shop was sent. */
export async function startFromForm(
  needs: StartNeeds,
  { locale, source, product, read }: Wanted,
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
  const form = read();
  if (!form) return { reason: "changed" };
  const { record, ticket } = form;
  const result = await needs.newCheckouts.begin({ record, locale, ip, ticket, source });
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

/**
 * Leads to the checkout's first page, and passes the checkout id to it in a cookie, which the page's script reads and
 * removes at once. Each checkout has a cookie of its own, because several tabs can buy at the same time. The tag in the
 * cookie's name is in the URL; it is not secret.
 */
export function leadToCheckout(
  request: FastifyRequest,
  reply: FastifyReply,
  { id, page, pageStep, record }: Started,
  { locale, secure }: { readonly locale: Locale; readonly secure: boolean },
): FastifyReply {
  const name = secure ? STARTED_CHECKOUT.secureCookie : STARTED_CHECKOUT.cookie;
  const value: { id: string; pageStep: Step; record: CheckoutRecord } = { id, pageStep, record };
  const options = { path: "/", sameSite: "lax", secure } as const;
  // Without JavaScript, the cookies are not removed, and too many of them would make requests too long.
  const left = Object.keys(request.cookies).filter((each) => each.startsWith(name));
  if (left.length >= MAX_HANDED_OVER) for (const each of left) void reply.clearCookie(each, options);
  const tag = randomBytes(3).toString("base64url");
  void reply.setCookie(name + tag, JSON.stringify(value), { ...options, maxAge: HANDOVER_SECONDS });
  return reply.redirect(`${localePrefix(locale)}/checkout/${page}#${STARTED_CHECKOUT.fragment}${tag}`, 303);
}

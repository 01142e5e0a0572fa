import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";
import { ENDPOINTS } from "#contract/shop/calls.ts";
import type { BuyFailure } from "#contract/page.ts";
import { LOCALES, localePrefix, type Locale } from "#core/text/locale.ts";
import { sendReady, type ReadyAnswer } from "#server/platform/http/ready.ts";
import { recordOf } from "#server/sale/steps/change-record.ts";
import { productPage } from "#server/shop/catalogue/shop-window.ts";
import type { WindowState } from "#server/shop/catalogue/window-state.ts";
import { productData } from "./data.ts";
import type { Pages } from "./rendering.ts";
import { leadToCheckout, startFromForm, STATUS, type StartNeeds, type Wanted } from "./starting.ts";

export type BuyingNeeds = StartNeeds & {
  readonly windowState: () => Promise<WindowState>;
  readonly pages: Pages;
  readonly secure: boolean;
};
type Form = { readonly locale: Locale; readonly kind: string; readonly code: string };

const KINDS = ["mobile", "tv", "device"] as const;

/**
 * Registers `POST` for landing pages: the buy button, pressed without JavaScript or before it has loaded (ADR 6).
 * Starts a checkout and leads to its first page. After a failure, the landing page is shown again, with a message.
 */
export function registerBuying(app: FastifyInstance, needs: BuyingNeeds): void {
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

async function answer(
  needs: BuyingNeeds,
  form: Form,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { locale, kind, code } = form;
  const { loaded, stock, today } = await needs.windowState();
  const product = productPage({ kind, code }, { catalogue: loaded.catalogue, stock, today }, locale);
  if (!product) return sendReady(request, reply, await needs.pages.find(request.url.split("?")[0] ?? "/", request));
  const wanted: Wanted = { locale, product, source: "shop", read: () => readForm(request.body) };
  const started = await startFromForm(needs, wanted, request);
  if ("reason" in started)
    return sendReady(
      request,
      reply,
      await failurePage(
        needs.pages,
        form,
        productData(product, { catalogue: loaded.catalogue, stock }, locale),
        started,
        reply,
      ),
    );
  return leadToCheckout(request, reply, started, { locale, secure: needs.secure });
}

/** Reads the record for the chosen term, and the ticket. */
function readForm(body: unknown): ReturnType<Wanted["read"]> {
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
  data: ReturnType<typeof productData>,
  failure: BuyFailure,
  reply: FastifyReply,
): Promise<ReadyAnswer> {
  if ("retryAfter" in failure) void reply.header("retry-after", failure.retryAfter);
  return pages.render(locale, `/${kind}/${code}`, STATUS[failure.reason], { ...data, failure });
}

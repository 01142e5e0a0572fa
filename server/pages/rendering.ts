import { waysOf } from "#core/payment/payment-ways.ts";
import type { FastifyRequest } from "fastify";
import type { Page, PageData } from "#contract/page.ts";
import { splitLocale, type Locale } from "#core/text/locale.ts";
import type { Config } from "#server/config/config.ts";
import { readyText, type ReadyAnswer } from "#server/platform/http/ready.ts";
import type { PaymentForm, PaymentProvider } from "#server/sale/payment/provider.ts";
import type { PaymentProviders } from "#server/sale/payment/providers.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { SummaryFields } from "#server/sale/steps/summary-field.ts";
import type { Embedding } from "#server/extension/extension.ts";
import type { Framing } from "#server/platform/http/framing.ts";
import type { Bundle } from "./assets.ts";
import { findPage, type PageSources } from "./data.ts";
import { documentOf } from "./document.ts";
import { pagePolicy, REPORTING_ENDPOINTS } from "./policy.ts";

/** What a checkout offers to shoppers. */
export type Offers = {
  readonly payments: Pick<PaymentProvider, "form" | "brands">;
  readonly providers: Pick<PaymentProviders, "formOfPage">;
  /** Null if login by text message is not offered. */
  readonly sms: object | null;
  /** Null if login by the mobile network is not offered. */
  readonly network: object | null;
};

export type Pages = {
  /**
   * Returns the page of a path, which is rendered once and cached; an error page if rendering fails. `framing`: how it
   * is shown in a frame of another site; null if it is not.
   */
  find(path: string, request: Pick<FastifyRequest, "log" | "id">, framing?: Framing | null): Promise<ReadyAnswer>;
  /**
   * Renders a page with other data than its path has, such as a failure. It is not cached. `path` has no locale prefix.
   */
  render(locale: Locale, path: string, status: number, data: PageData): Promise<ReadyAnswer>;
  /** Returns a page that depends only on the version of the shop window and this path; `make` renders it once. */
  cached(locale: Locale, version: string, path: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer>;
};

export const LOGO_PATH = "/brand/logo";
/** The page with the payment provider's form, without locale prefix. */
const PAYMENT_PATH = "/checkout/6";

export function createPages(
  sources: PageSources & { readonly config: Pick<Config, "publicUrl" | "summaryStep" | "reminderHours"> },
  { payments, providers, sms, network }: Offers,
  bundle: Bundle,
  settings: {
    readonly sandboxes: readonly string[];
    readonly embedding: Embedding | null;
    readonly summaryFields: SummaryFields;
  },
): Pages {
  const { brand, config } = sources;
  const { embedding, summaryFields } = settings;
  const sandbox = sandboxOf(settings.sandboxes);
  const offers = {
    sms: sms !== null,
    network: network !== null,
    brands: payments.brands,
    payInPage: payments.form !== null,
    choosesWay: payments.form !== null && waysOf(payments.brands).length > 1,
    reminder: config.reminderHours > 0,
  };
  const cache = new PageCache();

  async function render(
    locale: Locale,
    path: string,
    status: number,
    data: PageData,
    { framing = null, paymentForm = null }: { framing?: Framing | null; paymentForm?: PaymentForm | null } = {},
  ): Promise<ReadyAnswer> {
    const own = publicBrand(brand);
    const page: Page = {
      locale,
      brand: own,
      sandbox,
      summaryStep: config.summaryStep,
      offers,
      paymentForm: paymentForm !== null,
      data,
      footer: footerOf(brand, locale),
      ...(summaryFields.size > 0 && { summaryFields: fieldsOnPage(summaryFields, locale) }),
      ...(framing && embedding && { embedded: embedding }),
    };
    const rendered = await bundle.render(page, path);
    const assets = bundle.assetsOf(page, path);
    const scheme = framing?.scheme ?? null;
    const { html, ...hashes } = documentOf(page, path, rendered, assets, brand, config.publicUrl, scheme);
    const policy = pagePolicy(hashes, paymentForm, framing ? (embedding?.origins ?? []) : []);
    return readyText(html, {
      type: "text/html; charset=utf-8",
      status,
      headers: {
        "content-security-policy": policy,
        "reporting-endpoints": REPORTING_ENDPOINTS,
        // The same address has another document outside the frame.
        ...(framing && { "cache-control": "no-store" }),
      },
      quality: status === 200 || status === 404 ? 9 : 4,
    });
  }

  const keyOf = (version: string, locale: Locale, path: string) => `${version}|${brand.textsVersion}|${locale}|${path}`;

  return {
    render,
    cached: (locale, version, path, make) => (bundle.cached ? cache.take(keyOf(version, locale, path), make) : make()),
    async find(path, request, framing = null) {
      const { locale, rest } = splitLocale(path);
      try {
        const { status, data, version } = await findPage(sources, rest, locale);
        const paymentForm = rest === PAYMENT_PATH ? await providers.formOfPage() : null;
        const make = () => render(locale, status === 404 ? "/" : rest, status, data(), { framing, paymentForm });
        if (!bundle.cached) return await make();
        const path = rest === PAYMENT_PATH ? `${rest}|${JSON.stringify(paymentForm)}` : rest;
        const key = status === 404 ? keyOf("404", locale, "") : keyOf(version, locale, path);
        return await cache.take(framing ? `${key}|framed|${framing.scheme}` : key, make);
      } catch (error) {
        request.log.error({ err: error, path: rest }, "page failed");
        return render(locale, rest, 500, { kind: "error" });
      }
    },
  };
}

const fieldsOnPage = (fields: SummaryFields, locale: Locale): NonNullable<Page["summaryFields"]> =>
  [...fields].map(([extension, { words, maxLength }]) => ({
    extension,
    maxLength,
    open: words.open[locale],
    label: words.label[locale],
    send: words.send[locale],
    remove: words.remove[locale],
  }));

function sandboxOf(sandboxes: readonly string[]): Page["sandbox"] {
  if (sandboxes.length === 0) return "none";
  return sandboxes.some((name) => name.startsWith("sandbox-")) ? "payment" : "some";
}

function publicBrand({ name, phone, phoneHref, email, contract, pictures }: Brand): Page["brand"] {
  const { noticeDays } = contract;
  return { name, phone, phoneHref, email, noticeDays, ...(pictures.logo && { logoUrl: LOGO_PATH }) };
}

function footerOf({ legalName, legal }: Brand, locale: Locale): NonNullable<Page["footer"]> {
  const pages = Object.entries(legal).map(([code, text]) => ({ title: text.title[locale], url: `/legal/${code}` }));
  return { legalName, legal: pages };
}

const MAX_PAGES = 300;

/** Rendered pages, by a key that identifies their content. If there are too many, the oldest one is removed. */
class PageCache {
  private readonly pages = new Map<string, ReadyAnswer>();

  /** Returns the page for a key; if it is not cached, `make` renders it. */
  async take(key: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.pages.get(key);
    if (known) return known;
    const page = await make();
    this.pages.set(key, page);
    const [oldest] = this.pages.keys();
    if (this.pages.size > MAX_PAGES && oldest !== undefined) this.pages.delete(oldest);
    return page;
  }
}

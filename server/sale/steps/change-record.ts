import type { AnswerOf, FailuresOf, ReadBodyOf } from "#contract/shop/calls.ts";
import { canonical } from "#core/text/canonical.ts";
import { priceRecord, quoteFor, sameQuote, sameTotals, totalsOf, type Quote } from "#core/price/pricing.ts";
import type { Locale } from "#core/text/locale.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { sentSource, type CheckoutSource } from "#core/checkout-record/source.ts";
import type { CatalogueStore, LoadedCatalogue } from "#server/shop/catalogue/store.ts";
import type { Limits } from "#server/api/limits.ts";
import type { LaunchQueue } from "#server/sale/launch/queue.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok, type Failed, type FieldMistakes, type Result } from "#server/api/result.ts";
import type { VoidOutdated } from "#server/sale/ledger/void-open-payments.ts";
import { checkoutAnswer } from "#server/sale/checkout/answer.ts";
import { fingerprintOf, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { ShownQuote } from "#server/sale/checkout/tables.ts";
import { isSeen, unknownCheckout, type SeenTotals } from "#server/sale/checkout/refusals.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";

type Answer = Result<AnswerOf<"checkout">, FailuresOf<"checkout">>;

/** POST /checkout: prices a record and stores it with its quote, which becomes the shown quote. */
export function changeRecord(services: {
  readonly checkouts: Checkouts;
  readonly newCheckouts: NewCheckouts;
  readonly launchQueue: LaunchQueue;
  readonly voidOutdated: VoidOutdated;
  readonly catalogues: CatalogueStore;
}): Handler<"checkout"> {
  return async ({ body, checkoutId, locale, ip }) => {
    if (checkoutId !== null && body.id && body.id !== checkoutId) return unknownCheckout();
    const id = body.id ?? null;
    const sent = recordOf(body);
    if (id === null) {
      const source = sentSource(body.source);
      return services.newCheckouts.begin({ record: sent, locale, ip, source, ticket: body.ticket ?? null });
    }
    let before: OpenCheckout | null = null;
    const answer = await services.checkouts.update<Answer>(id, async (checkout) => {
      before = checkout;
      if (!checkout) return { answer: unknownCheckout() };
      if (checkout.order) return { answer: fail("stepRefused", { page: "7" }) };
      const { reductions } = checkout.record;
      const record = { ...sent, ...(reductions && { reductions }) };
      // The price of an open payment is fixed, so a reload or another language does not change what is being paid.
      if (isBeingPaid(checkout, record)) return { answer: await shownAnswer(services.catalogues, checkout, locale) };
      const { catalogue, catalogueVersion } = checkout;
      const read = readRecord(record, catalogue);
      if (!read.ok) return { answer: fail("invalidFields", { fields: read.errors as FieldMistakes }) };
      // Another device has its own queue; whoever gives up a device or changes the tariff is not sent to one.
      if (record.mobile && record.mobile !== checkout.record.mobile) {
        const entered = await services.newCheckouts.admit({ record, ip, ticket: body.ticket ?? null });
        if (!entered.ok) return { answer: entered };
        await services.launchQueue.began(entered, checkout.id, ip);
      }
      const quote = priceRecord(read.checked, catalogue);
      const unagreed = await unagreedPrice(services.catalogues, checkout, record, quote, body.agreed);
      const shown = { quote, catalogueVersion, ...(unagreed && { unagreed }) };
      return {
        answer: ok(
          checkoutAnswer(
            { id, quote, catalogue, previous: unagreed?.totals ?? null, simType: checkout.form?.simType },
            locale,
          ),
        ),
        change: { record, shown, locale },
      };
    });
    if (answer.ok && before) await services.voidOutdated(before);
    return answer;
  };
}

function isBeingPaid(checkout: OpenCheckout, record: CheckoutRecord): boolean {
  const fingerprint = fingerprintOf(checkout);
  const open = checkout.payments.some((payment) => payment.state === "open" && payment.fingerprint === fingerprint);
  return open && canonical(record) === canonical(checkout.record);
}

/** Returns the shown quote, unchanged, in another language. */
async function shownAnswer(
  catalogues: CatalogueStore,
  { id, shown, form }: OpenCheckout,
  locale: Locale,
): Promise<Answer> {
  const { catalogue } = await catalogues.ofVersion(shown.catalogueVersion);
  const previous = shown.unagreed?.totals ?? null;
  return ok(checkoutAnswer({ id, quote: shown.quote, catalogue, previous, simType: form?.simType }, locale));
}

/**
 * Returns the record's price in the catalogue whose prices the shopper agreed to last. Undefined if that price is the
 * same, if the record could not be bought then, or if the shopper agrees to the new totals with this request. If the
 * price has changed because a reduction was lost, that stays to be agreed to until something else is chosen.
 */
export async function unagreedPrice(
  catalogues: CatalogueStore,
  { record: before, shown, catalogueVersion: onSale }: OpenCheckout,
  record: CheckoutRecord,
  quote: Quote,
  agreed: SeenTotals,
): Promise<ShownQuote["unagreed"]> {
  const catalogueVersion = shown.unagreed?.catalogueVersion ?? shown.catalogueVersion;
  if (agreed && isSeen(agreed, quote)) return undefined;
  if (catalogueVersion === onSale) {
    const isLost = shown.unagreed && !sameTotals(shown.unagreed.totals, quote);
    return isLost && canonical(record) === canonical(before) ? shown.unagreed : undefined;
  }
  const earlier = quoteFor(record, (await catalogues.ofVersion(catalogueVersion)).catalogue);
  return earlier && !sameQuote(earlier, quote) ? { catalogueVersion, totals: totalsOf(earlier) } : undefined;
}

/**
 * Starts checkouts: for the buy button, with and without JavaScript, and for a link that is opened in another browser.
 */
export type NewCheckouts = {
  /**
   * Prices a record without an earlier checkout, and stores it as a new one. Limits the number of checkouts per IP
   * address, and lets shoppers queue if too many begin with the same product. `source` is where the shopper came from.
   */
  begin(start: Start & { readonly ticket: string | null }): Promise<Answer>;
  /** Lets a purchase begin, or its shopper queue. Counts new ones per IP address. */
  admit(
    start: Pick<Start, "record" | "ip"> & { readonly ticket: string | null },
  ): Promise<Awaited<ReturnType<LaunchQueue["join"]>> | Failed<"tooMany">>;
  /** The same as `begin` for a shopper who has begun before: nobody queues twice. */
  resume(start: Start): Promise<Answer>;
};
type Start = {
  readonly record: CheckoutRecord;
  readonly locale: Locale;
  readonly ip: string;
  readonly source: CheckoutSource;
};

export function createNewCheckouts(needs: {
  readonly checkouts: Pick<Checkouts, "add">;
  readonly catalogues: CatalogueStore;
  readonly limits: Limits<"checkoutsPerAddress">;
  readonly launchQueue: LaunchQueue;
}): NewCheckouts {
  const { checkouts, catalogues, limits, launchQueue } = needs;
  /**
   * Creates a checkout with the price in the catalogue that this process has cached. Repeats this if a different
   * catalogue is on sale by now.
   */
  async function create(start: Omit<Start, "ip">, { catalogue, version }: LoadedCatalogue): Promise<Answer> {
    const { record, locale, source } = start;
    const onSale = () => catalogues.current();
    const read = readRecord(record, catalogue);
    if (!read.ok) {
      const known = await onSale();
      if (known.version !== version) return create(start, known);
      return fail("invalidFields", { fields: read.errors as FieldMistakes });
    }
    const quote = priceRecord(read.checked, catalogue);
    const created = await checkouts.add({ record, shown: { quote, catalogueVersion: version }, locale, source });
    if (created.versionOnSale !== version) return create(start, await onSale());
    return ok(checkoutAnswer({ id: created.id, quote, catalogue, previous: null }, locale));
  }

  const count = (ip: string) => limits.take({ checkoutsPerAddress: ip }, ip);
  const admit: NewCheckouts["admit"] = async ({ record, ip, ticket }) => {
    const resumed = ticket === null ? null : await launchQueue.resume(record, ticket);
    // A place was counted when it was given out; another checkout at the same place counts like a new one.
    if (resumed && !(resumed.ok && resumed.place !== null && resumed.isUsed)) return resumed;
    const allowed = await count(ip);
    return allowed.ok ? (resumed ?? launchQueue.join(record)) : allowed;
  };
  return {
    admit,
    async begin({ ticket, ...start }) {
      const { record, ip } = start;
      const loaded = await catalogues.lastKnown();
      if (!readRecord(record, loaded.catalogue).ok) return this.resume(start);
      const entered = await admit({ record, ip, ticket });
      if (!entered.ok) return entered;
      const answer = await create(start, loaded);
      if (answer.ok) await launchQueue.began(entered, answer.value.id, ip);
      return answer;
    },
    async resume(start) {
      const allowed = await count(start.ip);
      return allowed.ok ? create(start, await catalogues.lastKnown()) : allowed;
    },
  };
}

/** Returns the record in the body, without `id` and without fields that are null or absent. */
export function recordOf(body: ReadBodyOf<"checkout">): CheckoutRecord {
  const { id: _id, addon_type: _addonType, agreed: _agreed, ticket: _ticket, source: _source, ...sent } = body;
  const present = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
  const record = Object.fromEntries(present) as unknown as CheckoutRecord;
  // An empty code stands for the option "no TV", which has no code (decisions 4).
  if (sent.tv_tariff === "") delete record.tv_tariff;
  return record;
}

import type { AnswerOf, FailuresOf, ReadBodyOf } from "#contract/endpoints.ts";
import { priceRecord, quoteFor, sameQuote, type Quote } from "#core/pricing.ts";
import type { Locale } from "#core/locale.ts";
import { readRecord, type CheckoutRecord } from "#core/record.ts";
import type { LoadedCatalogue } from "#server/shop/catalogue/store.ts";
import type { Handler } from "#server/platform/http/call.ts";
import { fail, ok, type FieldMistakes, type Result } from "#server/platform/http/result.ts";
import { voidOpenPayments } from "#server/sale/ledger/void-open-payments.ts";
import { checkoutAnswer } from "#server/sale/checkout/answer.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { unknownCheckout } from "#server/sale/checkout/refusals.ts";
import { insertCheckout, updateCheckout, type CheckoutNeeds } from "#server/sale/checkout/store.ts";

type Answer = Result<AnswerOf<"checkout">, FailuresOf<"checkout">>;

/** POST /checkout: prices a record and stores it with the quote, which from now on is the shown quote. */
export function changeRecord(services: CheckoutNeeds): Handler<"checkout"> {
  return async ({ body, checkoutId, locale }) => {
    const record = recordOf(body);
    if (checkoutId !== null && body.id && body.id !== checkoutId) return unknownCheckout();
    const id = body.id ?? null;
    if (id === null) {
      return createRecord(services, record, locale, await services.catalogues.lastKnown());
    }
    let before: OpenCheckout | null = null;
    const answer = await updateCheckout<Answer>(services, id, async (checkout) => {
      before = checkout;
      if (!checkout) return { answer: unknownCheckout() };
      if (checkout.order) return { answer: fail("stepRefused", { page: "7" }) };
      const { catalogue, catalogueVersion } = checkout;
      const read = readRecord(record, catalogue);
      if (!read.ok) return { answer: fail("invalidFields", { fields: read.errors as FieldMistakes }) };
      const quote = priceRecord(read.checked, catalogue);
      const previous = await previousQuote(services, checkout, record, quote);
      return {
        answer: ok(checkoutAnswer({ id, quote, catalogue, previous }, locale)),
        change: { record, shown: { quote, catalogueVersion }, locale },
      };
    });
    if (answer.ok && before) await voidOpenPayments(services, before);
    return answer;
  };
}

/**
 * The quote of this record with the catalogue that the shopper saw last. Null if it is the same, or could not be bought
 * then.
 */
async function previousQuote(
  { catalogues }: CheckoutNeeds,
  checkout: OpenCheckout,
  record: CheckoutRecord,
  quote: Quote,
): Promise<Quote | null> {
  const seen = checkout.shown.catalogueVersion;
  if (seen === checkout.catalogueVersion) return null;
  const before = quoteFor(record, (await catalogues.ofVersion(seen)).catalogue);
  return before && !sameQuote(before, quote) ? before : null;
}

/** Creates a checkout, priced with the catalogue that this process has cached. Repeats if that is not the newest one. */
async function createRecord(
  services: CheckoutNeeds,
  record: CheckoutRecord,
  locale: Locale,
  { catalogue, version }: LoadedCatalogue,
): Promise<Answer> {
  const newest = () => services.catalogues.current();
  const read = readRecord(record, catalogue);
  if (!read.ok) {
    const known = await newest();
    if (known.version !== version) return createRecord(services, record, locale, known);
    return fail("invalidFields", { fields: read.errors as FieldMistakes });
  }
  const quote = priceRecord(read.checked, catalogue);
  const created = await insertCheckout(services, record, { quote, catalogueVersion: version }, locale);
  if (created.newestVersion !== version) return createRecord(services, record, locale, await newest());
  return ok(checkoutAnswer({ id: created.id, quote, catalogue, previous: null }, locale));
}

/** The record in the body: without `id`, and without null and absent fields. */
function recordOf(body: ReadBodyOf<"checkout">): CheckoutRecord {
  const { id: _id, addon_type: _addonType, ...sent } = body;
  const present = Object.entries(sent).filter(([, value]) => value !== undefined && value !== null);
  const record = Object.fromEntries(present) as unknown as CheckoutRecord;
  // "No TV" is the option without a code (decisions 4).
  if (sent.tv_tariff === "") delete record.tv_tariff;
  return record;
}

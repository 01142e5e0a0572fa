import type { AnswerOf, FailuresOf, ReadBodyOf } from "#contract/endpoints.ts";
import { priceRecord } from "#core/pricing.ts";
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
    const answer = await updateCheckout<Answer>(services, id, (checkout) => {
      before = checkout;
      if (!checkout) return Promise.resolve({ answer: unknownCheckout() });
      if (checkout.order) return Promise.resolve({ answer: fail("stepRefused", { page: "7" }) });
      const read = readRecord(record, checkout.catalogue);
      if (!read.ok) return Promise.resolve({ answer: fail("invalidFields", { fields: read.errors as FieldMistakes }) });
      const quote = priceRecord(read.checked, checkout.catalogue);
      const shown = { quote, catalogueVersion: checkout.catalogueVersion };
      return Promise.resolve({
        answer: ok(checkoutAnswer(id, quote, checkout.catalogue, locale)),
        change: { record, shown, locale },
      });
    });
    if (answer.ok && before) await voidOpenPayments(services, before);
    return answer;
  };
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
  return ok(checkoutAnswer(created.id, quote, catalogue, locale));
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

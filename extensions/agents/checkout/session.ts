import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { readRecord, type CheckoutRecord } from "#core/checkout-record/record.ts";
import { EMPTY_FORM, type CustomerForm } from "#core/form/fields.ts";
import { ADDRESS_FIELDS } from "#core/form/form-fields.ts";
import { toWire } from "#core/form/spelling.ts";
import { priceRecord, type Quote } from "#core/price/pricing.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Day } from "#core/time/dates.ts";
import { readForm } from "#server/sale/customer/form.ts";
import { fieldText, serverText, type FieldText } from "#server/platform/texts/texts.ts";
import type { Message } from "../answer.ts";
import { goodsOf, variantWith, type Variant } from "../catalogue/goods.ts";
import { formFrom, recordWith, type Prepared, type PreparedForm } from "./prepared.ts";
import type { CheckoutRequest } from "./request.ts";

/** What each mistake of a record is called in a request. Mistakes of other fields are mistakes of the product. */
const OPTION_PATHS: Readonly<Partial<Record<string, string>>> = {
  bundles: "$.telecom.bundles",
  insurance: "$.telecom.insurance",
  limit: "$.telecom.credit_limit",
  deviceInFull: "$.telecom.device_in_full",
  tv_device: "$.telecom.tv_boxes",
};

export type Read = { readonly prepared: Prepared; readonly quote: Quote; readonly messages: readonly Message[] };

/**
 * Reads what a platform asks for, and prices it. Options that the catalogue does not allow are left out and reported;
 * null if the product itself is not for sale.
 */
export function readPurchase(request: CheckoutRequest, catalogue: Catalogue, locale: Locale): Read | null {
  const own = request.line_items.filter((line) => line.parent_id === undefined);
  const [main] = own;
  const found = main && variantWith(main.item.id, goodsOf(catalogue));
  if (!found) return null;
  const messages: Message[] = [];
  if (own.length > 1)
    messages.push({
      type: "error",
      code: "one_product",
      path: "$.line_items",
      content: serverText(locale, "agents.oneProduct"),
      severity: "recoverable",
    });
  if (main.quantity > 1)
    messages.push({
      type: "warning",
      code: "quantity_adjusted",
      path: "$.line_items[0].quantity",
      content: serverText(locale, "agents.quantity"),
    });
  const isAbroad = !isSwiss(request.telecom?.customer?.address?.address_country);
  if (isAbroad)
    messages.push({
      type: "error",
      code: "address_undeliverable",
      path: "$.telecom.customer.address.address_country",
      content: serverText(locale, "agents.undeliverable"),
      severity: "recoverable",
    });
  const options = readOptions(recordWith(found.variant.record, request.telecom), catalogue, locale);
  if (!options) return null;
  const prepared = {
    variant: found.variant.id,
    record: options.record,
    form: isAbroad ? withoutAddress(formFrom(request)) : formFrom(request),
    consent: consentOf(request),
  };
  return { prepared, quote: options.quote, messages: [...messages, ...options.messages] };
}

/** UCP permits codes of two and three letters, and names. */
const isSwiss = (country = "CH") =>
  ["ch", "che", "switzerland", "schweiz", "suisse", "svizzera", "švajcarska", ""].includes(
    country.trim().toLowerCase(),
  );

/** An address abroad is not shown to the person, because only its town would look wrong. */
function withoutAddress(form: PreparedForm): PreparedForm {
  const left = Object.entries(form).filter(([field]) => !ADDRESS_FIELDS.some((each) => each === field));
  return Object.fromEntries(left) as PreparedForm;
}

type Options = { readonly record: CheckoutRecord; readonly quote: Quote; readonly messages: readonly Message[] };

function readOptions(record: CheckoutRecord, catalogue: Catalogue, locale: Locale): Options | null {
  const read = readRecord(record, catalogue);
  if (read.ok) return { record, quote: priceRecord(read.checked, catalogue), messages: [] };
  const wrong = Object.entries(read.errors).filter(([field]) => OPTION_PATHS[field]);
  if (wrong.length === 0) return null;
  const left = Object.entries(record).filter(([field]) => !wrong.some(([name]) => name === field));
  const rest = readOptions(Object.fromEntries(left) as CheckoutRecord, catalogue, locale);
  const messages = wrong.map(([field, mistake]): Message => ({
    type: "error",
    code: "field_invalid",
    path: OPTION_PATHS[field] ?? "$",
    content: fieldText(locale, mistake as FieldText),
    severity: "recoverable",
  }));
  return rest && { ...rest, messages: [...messages, ...rest.messages] };
}

function consentOf({ buyer }: CheckoutRequest): Prepared["consent"] {
  const given = Object.entries(buyer?.consent ?? {}).filter(
    (entry): entry is [string, boolean] => entry[1] !== undefined,
  );
  return given.length > 0 ? Object.fromEntries(given) : null;
}

/** Returns the whole form with what was prepared, normalised as the steps normalise what people type. */
export function wholeForm(form: PreparedForm, today: Day): CustomerForm {
  return readForm(toWire({ ...EMPTY_FORM, ...form }), today);
}

/** Prices a stored session again with the catalogue on sale; null if it is no longer sold. */
export function priceAgain(
  { variant, record }: Prepared,
  catalogue: Catalogue,
): { variant: Variant; quote: Quote } | null {
  const found = variantWith(variant, goodsOf(catalogue));
  if (!found) return null;
  const read = readRecord(record, catalogue);
  return read.ok ? { variant: found.variant, quote: priceRecord(read.checked, catalogue) } : null;
}

import type * as v from "valibot";
import type { Message } from "../answer.ts";
import { nothing, refused, success, type Answer } from "../answer.ts";
import type { Filters, LookupRequest, ProductRequest, SearchRequest } from "../request.ts";
import { goodsOf, variantWith, type Goods, type Variant } from "./goods.ts";
import {
  categoriesOf,
  CURRENCY,
  laterCosts,
  productOf,
  type Product,
  type ProductVariant,
  type Window,
} from "./product.ts";
import { ranked, wordsOf } from "./search-text.ts";
import { serverText } from "#server/platform/texts/texts.ts";

/** Products in one answer, unless the platform asks for fewer. */
const MAX_PRODUCTS = 20;
/** Ids in one lookup (catalog/lookup, "Batch Size"). */
const MAX_IDS = 50;

type Found = { readonly goods: Goods; readonly product: Product };

/** Searches the catalogue (catalog/search). Without a query, returns what passes the filters, in catalogue order. */
export function searchCatalogue(request: v.InferOutput<typeof SearchRequest>, window: Window): Answer {
  const { query = "", filters = {}, pagination = {}, context } = request;
  if (query.trim() === "" && Object.keys(filters).length === 0)
    return refused(400, "invalid_request", "$: a search needs a query or a filter");
  const from = readCursor(pagination.cursor);
  if (from === null) return refused(400, "invalid_request", "$.pagination.cursor: not a cursor of this shop");
  const isOther = isOtherCurrency(filters, context?.currency);
  const all = goodsOf(window.catalogue).flatMap((goods) => shown(goods, goods.variants, window, filters, isOther));
  const found =
    query.trim() === "" ? all : ranked(query, all, ({ goods, product }) => wordsOf(goods, product, window.locale));
  const to = from + Math.min(pagination.limit ?? 10, MAX_PRODUCTS);
  const products = found.slice(from, to).map(({ product }) => product);
  const more = to < found.length;
  return success({
    products,
    pagination: { has_next_page: more, total_count: found.length, ...(more && { cursor: `after-${to}` }) },
    ...messagesIf([
      ...currencyMessage(isOther, window),
      ...products.flatMap((product, at) => costs(`$.products[${at}]`, product.variants, window)),
    ]),
  });
}

/** Finds products by their ids, or by those of their variants (catalog/lookup, "Batch Lookup"). */
export function lookUpCatalogue(request: v.InferOutput<typeof LookupRequest>, window: Window): Answer {
  const { ids: sent, filters = {}, context } = request;
  const ids = [...new Set(sent)];
  if (ids.length > MAX_IDS) return refused(400, "request_too_large", `$.ids: at most ${MAX_IDS} identifiers`);
  const goods = goodsOf(window.catalogue);
  const isOther = isOtherCurrency(filters, context?.currency);
  const named = goods.flatMap((each) => {
    const variants = [...new Set(ids.flatMap((id) => asked(id, each)))];
    return shown(each, variants, window, filters, isOther);
  });
  const products = named.map(({ goods: of, product }) => ({
    ...product,
    variants: product.variants.map((variant) => ({ ...variant, inputs: inputsOf(variant, of, ids) })),
  }));
  const unknown = ids.filter((id) => !goods.some((each) => asked(id, each).length > 0));
  return success({
    products,
    ...messagesIf([
      ...unknown.map((id): Message => ({ type: "info", code: "not_found", content: id })),
      ...currencyMessage(isOther, window),
      ...products.flatMap((product, at) => costs(`$.products[${at}]`, product.variants, window)),
    ]),
  });
}

/** Returns one product with the variants that match the selected options (catalog/lookup, "Get Product"). */
export function showProduct(request: v.InferOutput<typeof ProductRequest>, window: Window): Answer {
  const { id, selected = [], filters = {}, context } = request;
  const goods = goodsOf(window.catalogue);
  const byId = variantWith(id, goods);
  const found = goods.find((each) => each.id === id) ?? byId?.goods;
  const missing = () => nothing("not_found", serverText(window.locale, "agents.unavailable"), window.publicUrl);
  if (!found) return missing();
  // A product has one option. A selection that no variant has is dropped, which the platform sees in `selected`.
  const [option] = productOf(found, found.variants, window).options;
  const wanted = selected.find(({ name }) => name === option?.name);
  const value = option?.values.find((each) => (wanted?.id ? each.id === wanted.id : each.label === wanted?.label));
  const first = byId?.variant ?? found.variants.find(({ choice }) => choice.code === value?.id);
  const isOther = isOtherCurrency(filters, context?.currency);
  const variants = first ? [first] : found.variants;
  const [kept] = shown(found, variants, window, filters, isOther);
  const [featured] = kept?.product.variants ?? [];
  if (!kept || !featured || !option) return missing();
  const all = productOf(found, found.variants, window).variants;
  const isAvailable = (valueId: string) =>
    all.some(({ options: [chosen], availability }) => chosen?.id === valueId && availability.available);
  return success({
    product: {
      ...kept.product,
      selected: featured.options,
      options: [
        {
          ...option,
          values: option.values.map((each) => ({ ...each, available: isAvailable(each.id), exists: true })),
        },
      ],
    },
    ...messagesIf([...currencyMessage(isOther, window), ...costs("$.product", kept.product.variants, window)]),
  });
}

/** Returns the product with those variants that pass the filters; empty if none does. */
function shown(
  goods: Goods,
  variants: readonly Variant[],
  window: Window,
  { categories, price, monthly }: Filters,
  ignoresPrice: boolean,
): readonly Found[] {
  if (variants.length === 0) return [];
  if (categories && !categories.some((value) => categoriesOf(goods).some((own) => own === value))) return [];
  const product = productOf(goods, variants, window);
  const kept = product.variants.filter(
    ({ price: { amount }, telecom }) =>
      (ignoresPrice || isBetween(amount, price)) && isBetween(telecom.prices.monthly, monthly),
  );
  return kept.length > 0 ? [{ goods, product: { ...product, variants: kept } }] : [];
}

const isBetween = (amount: number, { min, max }: { min?: number | undefined; max?: number | undefined } = {}) =>
  amount >= (min ?? 0) && amount <= (max ?? Infinity);

/** Returns the variants that an id stands for: itself, or the first of its product. */
function asked(id: string, goods: Goods): readonly Variant[] {
  if (id === goods.id || id === goods.code) return [goods.variants[0]];
  return goods.variants.filter((variant) => variant.id === id);
}

/** Returns which of the requested ids a variant answers, and how (`types/input_correlation.json`). */
function inputsOf({ id }: ProductVariant, goods: Goods, ids: readonly string[]) {
  const answered = ids.filter((each) => asked(each, goods).some((variant) => variant.id === id));
  return answered.map((each) => ({ id: each, match: each === id ? "exact" : "featured" }));
}

const CURSOR = /^after-(\d{1,6})$/;
/** Returns where a page begins; null if the cursor is not one of this shop's. */
function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return 0;
  const [, from] = CURSOR.exec(cursor) ?? [];
  return from === undefined ? null : Number(from);
}

/**
 * A price filter in another currency is not applied, because the shop converts nothing (catalog/search, "Price
 * Filter").
 */
const isOtherCurrency = ({ price }: Filters, currency = CURRENCY) => price !== undefined && currency !== CURRENCY;

const currencyMessage = (isOther: boolean, { locale }: Window): readonly Message[] =>
  isOther ? [{ type: "info", code: "currency_unsupported", content: serverText(locale, "agents.currency") }] : [];

/** Returns what the variants cost later, which platforms have to show beside the price. */
function costs(path: string, variants: readonly ProductVariant[], { locale }: Window): readonly Message[] {
  return variants.flatMap((variant, at) =>
    laterCosts(variant.title, variant.telecom.prices, locale).map((content): Message => ({
      type: "warning",
      code: "recurring_charges",
      path: `${path}.variants[${at}]`,
      content,
      presentation: "disclosure",
    })),
  );
}

const messagesIf = (messages: readonly Message[]) => (messages.length > 0 ? { messages } : {});

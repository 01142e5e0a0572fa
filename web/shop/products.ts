import type { Chf } from "#core/money/money.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { DevicePlan } from "#contract/page.ts";
import { localPath } from "#web/site/paths.ts";
import { SECTIONS, type Group, type SectionName } from "#web/site/page.ts";
import type { Locale } from "#core/text/locale.ts";
import type { CheckoutRecord } from "#web/session/draft.ts";

export type Card = AnswerOf<"catalogue">["products"][number];
export type Product = AnswerOf<"product">;
export type Term = Product["terms"][number];

export function productsIn(section: SectionName, products: readonly Card[]): Card[] {
  const groups: readonly Group[] = SECTIONS[section];
  return products.filter(({ group }) => groups.includes(group));
}

/** Returns the path of a product's landing page. */
export function productPath(locale: Locale, { kind, code }: Pick<Card, "kind" | "code">): string {
  return localPath(locale, kind, { code });
}

/** Whether a product is paid at the checkout and never billed. */
export function isPrepaid({ group }: Pick<Card, "group">): boolean {
  return group === "prepaid" || group === "tvPrepaid";
}

/** Returns the term in the product's record: its binding, or the first duration of TV. */
function firstTerm({ terms, record }: Pick<Product, "terms" | "record">): Term | undefined {
  return terms.find(({ code }) => code === record.binding) ?? terms[0];
}

/** One purchase option of a landing page: the record for one of the terms. */
export type Choice = {
  readonly id: string;
  /** Undefined for prepaid mobile, which has no contract. */
  readonly term: Term | undefined;
  /** The tariff with which a device is bought. */
  readonly tariff: Card | null;
  readonly record: CheckoutRecord;
  /** Selected when the page opens. */
  readonly initial: boolean;
};

/**
 * Returns the choices of a landing page: the plans of a device, whose binding is fixed, or the terms of a tariff, in
 * the order of the catalogue.
 */
export function choicesOf(product: Product, plans: readonly DevicePlan[]): readonly Choice[] {
  if (plans.length > 0)
    return plans.map(({ tariff, term, record }, index) => ({
      id: `term-${index}`,
      term,
      tariff,
      record,
      initial: tariff.code === product.record.tariff,
    }));
  const first = firstTerm(product);
  const terms = product.kind === "device" || product.group === "prepaid" || !first ? [first] : product.terms;
  return terms.map((term, index) => ({
    id: `term-${index}`,
    term,
    tariff: product.tariff,
    record: recordOf(product, term),
    initial: term === first,
  }));
}

/**
 * Returns the product's record with the chosen term. A device's record does not change, because its binding is fixed.
 */
function recordOf({ kind, record }: Pick<Product, "kind" | "record">, term: Term | undefined): CheckoutRecord {
  if (!term || kind === "device") return record;
  return kind === "tv" ? { ...record, tv_duration: term.months } : { ...record, binding: term.code };
}

/** Returns the commitments of a choice, besides the monthly price. */
export function costsOf(product: Product, { term }: Pick<Choice, "term">): Costs {
  return term ?? product;
}
type Costs = Pick<Product, keyof Term & keyof Product>;

/** Returns the price that the page shows largest: the monthly bill, or the amount paid in advance. */
export function mainPriceOf(product: Product, choice: Pick<Choice, "term">): Chf {
  const { billing, priceNow } = costsOf(product, choice);
  return isPrepaid(product) ? priceNow : billing;
}

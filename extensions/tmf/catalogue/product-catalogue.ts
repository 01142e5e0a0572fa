import { francs, toChf } from "#core/money/money.ts";
import type { LoadedCatalogue } from "#server/shop/catalogue/store.ts";
import type { Resource } from "../http/query.ts";
import type { Version } from "../http/resources.ts";
import { LATER, PROMOTION } from "../http/price-ids.ts";
import { CATEGORIES, goodsIn, type Category, type Good, type GoodPrice } from "./goods.ts";

/** The collections of TMF620, by the last part of their path. */
export type CatalogueResources = Readonly<
  Record<
    "catalog" | "category" | "productOffering" | "productOfferingPrice" | "productSpecification",
    readonly Resource[]
  >
>;

/** A resource with what refers to it. */
type Named = { readonly id: string; readonly name: string; readonly resource: Resource };

export const cataloguePath = (version: Version) => `/tmf-api/productCatalogManagement/${version}`;

/**
 * Returns a catalogue as TMF620's resources, of v4.1 or v5. Offerings and specifications have the codes of the shop as
 * their ids. `changedAt`: when this version went on sale.
 */
export function catalogueResources(
  version: Version,
  { version: number, catalogue }: LoadedCatalogue,
  changedAt: Date,
): CatalogueResources {
  const isV5 = version === "v5";
  const root = cataloguePath(version);
  const catalogs = isV5 ? "productCatalog" : "catalog";
  const goods = goodsIn(catalogue);
  const common = { lifecycleStatus: "Active", lastUpdate: changedAt.toISOString(), version: String(number) };

  const path = (type: string, id: string) => `${root}/${type}/${encodeURIComponent(id)}`;
  const typed = (type: string, resource: Resource): Resource => ({ "@type": type, ...resource });
  /** A reference, which v5 gives a type of its own. */
  const ref = (type: string, id: string, name: string): Resource => {
    const place = type.charAt(0).toLowerCase() + type.slice(1);
    return { ...(isV5 && { "@type": `${type}Ref` }), id, href: path(place, id), name, "@referredType": type };
  };
  /** A part of a resource; v5 gives it a type. */
  const part = (type: string, content: Resource): Resource => (isV5 ? { "@type": type, ...content } : content);
  const categoryRef = (id: Category) => ref("Category", id, CATEGORIES[id]);
  const offeringRef = ({ code, name }: Good) => ref("ProductOffering", code, name);

  const optionalFor = (id: string): Resource => ({
    ...(isV5 && { "@type": "ProductOfferingRelationship" }),
    id,
    href: path("productOffering", id),
    name: goods.find(({ code }) => code === id)?.name ?? id,
    relationshipType: "optionalFor",
    "@referredType": "ProductOffering",
  });

  const months = (amount: number) => ({ amount, units: "month" });
  const money = (rappen: number) => ({ unit: "CHF", value: toChf(rappen) });

  function pricesOf(good: Good): readonly Named[] {
    return good.prices.flatMap((price) => {
      const id = `${good.code}.${price.name}`;
      return [
        { id, name: price.name, resource: offeringPrice(id, price) },
        ...(price.promotion ? [promotionOf(`${id}${PROMOTION}`, price.promotion)] : []),
        ...(price.later ? [laterOf(`${id}${LATER}`, price.later)] : []),
      ];
    });
  }

  const priceRelation = (id: string, relationshipType: string): Resource => ({
    ...(isV5 && { "@type": "ProductOfferingPriceRelationship" }),
    id,
    href: path("productOfferingPrice", id),
    relationshipType,
    "@referredType": "ProductOfferingPrice",
  });

  function offeringPrice(id: string, { name, type, rappen, terms, promotion, later, whole }: GoodPrice): Resource {
    const relations = [
      ...(promotion ? [priceRelation(`${id}${PROMOTION}`, "discountedBy")] : []),
      ...(later ? [priceRelation(`${id}${LATER}`, "followedBy")] : []),
    ];
    return typed("ProductOfferingPrice", {
      id,
      href: path("productOfferingPrice", id),
      name,
      description: `including VAT${whole ? `, CHF ${francs(whole.rappen)} over ${whole.months} months` : ""}`,
      isBundle: false,
      priceType: type,
      ...(type === "recurring" && { recurringChargePeriodType: "month", recurringChargePeriodLength: 1 }),
      price: money(rappen),
      ...(terms.length > 0 && {
        productOfferingTerm: terms.map((term) =>
          part("ProductOfferingTerm", { name: term.name, duration: months(term.months) }),
        ),
      }),
      ...(relations.length > 0 && { popRelationship: relations }),
      ...common,
    });
  }

  /** A promotion is a price of its own, below zero, which is applied for its months. */
  function promotionOf(id: string, { rappen, months: count }: NonNullable<GoodPrice["promotion"]>): Named {
    const name = "promotion";
    const resource = typed("ProductOfferingPrice", {
      id,
      href: path("productOfferingPrice", id),
      name,
      description: "including VAT",
      isBundle: false,
      priceType: "discount",
      recurringChargePeriodType: "month",
      recurringChargePeriodLength: 1,
      price: money(rappen),
      ...(count !== null && {
        productOfferingTerm: [part("ProductOfferingTerm", { name, duration: months(count) })],
      }),
      ...common,
    });
    return { id, name, resource };
  }

  /** What a TV price is followed by, as a price of its own. It applies after its months, until the contract ends. */
  function laterOf(id: string, { rappen, months: count }: NonNullable<GoodPrice["later"]>): Named {
    const name = "afterDuration";
    const resource = typed("ProductOfferingPrice", {
      id,
      href: path("productOfferingPrice", id),
      name,
      description: `including VAT, from month ${count + 1}`,
      isBundle: false,
      priceType: "recurring",
      recurringChargePeriodType: "month",
      recurringChargePeriodLength: 1,
      price: money(rappen),
      ...common,
    });
    return { id, name, resource };
  }

  const offering = (good: Good): Resource =>
    typed("ProductOffering", {
      id: good.code,
      href: path("productOffering", good.code),
      name: good.name,
      ...(good.description !== null && { description: good.description }),
      isBundle: false,
      isSellable: good.isSold && good.isAlone,
      category: [categoryRef(good.category)],
      productSpecification: ref("ProductSpecification", good.code, good.name),
      ...(good.optionalFor.length > 0 && { productOfferingRelationship: good.optionalFor.map(optionalFor) }),
      productOfferingPrice: pricesOf(good).map(({ id, name }) => ref("ProductOfferingPrice", id, name)),
      ...common,
      lifecycleStatus: good.isSold ? "Active" : "Retired",
    });

  const specification = (good: Good): Resource =>
    typed("ProductSpecification", {
      id: good.code,
      href: path("productSpecification", good.code),
      name: good.name,
      productNumber: good.code,
      isBundle: false,
      productSpecCharacteristic: good.characteristics.map(([name, value]) => ({
        ...(isV5 && { "@type": "CharacteristicSpecification" }),
        name,
        valueType: "string",
        configurable: false,
        [isV5 ? "characteristicValueSpecification" : "productSpecCharacteristicValue"]: [
          part("StringCharacteristicValueSpecification", { value: isV5 ? value : { value }, isDefault: true }),
        ],
      })),
      ...common,
    });

  const category = (id: Category): Resource =>
    typed("Category", {
      id,
      href: path("category", id),
      name: CATEGORIES[id],
      isRoot: true,
      productOffering: goods.filter((good) => good.category === id).map(offeringRef),
      ...common,
    });

  const categories = (Object.keys(CATEGORIES) as readonly Category[]).map(category);
  const catalog = typed(isV5 ? "ProductCatalog" : "Catalog", {
    id: String(number),
    href: path(catalogs, String(number)),
    name: "Products on sale",
    catalogType: "ProductCatalog",
    category: (Object.keys(CATEGORIES) as readonly Category[]).map(categoryRef),
    ...common,
  });
  return {
    catalog: [catalog],
    category: categories,
    productOffering: goods.map(offering),
    productOfferingPrice: goods.flatMap(pricesOf).map(({ resource }) => resource),
    productSpecification: goods.map(specification),
  };
}

import type { LineKind } from "#core/price/lines.ts";

/** The product families that the board filters by. A device with its tariff counts as a device. */
export const PRODUCT_FAMILIES = ["postpaid", "prepaid", "simOnly", "device", "tv"] as const;
export type ProductFamily = (typeof PRODUCT_FAMILIES)[number];

/** The facts of a quote that determine its product family and product. */
export type QuoteFacts = {
  /** The kind of the quote's first line. `code` is the code of the same line. */
  readonly kind: LineKind | null;
  readonly code: string | null;
  /** The code of the device. */
  readonly device: string | null;
  /** Whether the SIM has a line of its own, as with tariffs without a device. */
  readonly sim: boolean;
  readonly postpaid: boolean;
};

/** The product of a quote: its family, and the code of its device or tariff. */
export type Product = { readonly family: ProductFamily; readonly product: string };

export function productOf({ kind, code, device, sim, postpaid }: QuoteFacts): Product {
  const tariff = code ?? "";
  if (kind === "tVTariff" || kind === "tVdevice") return { family: "tv", product: tariff };
  if (device !== null) return { family: "device", product: device };
  if (!postpaid) return { family: "prepaid", product: tariff };
  return { family: sim ? "simOnly" : "postpaid", product: tariff };
}

/** The kinds of lines that say what was ordered, without those that every order has. What has to be seen is first. */
const ORDERED: readonly LineKind[] = ["device", "mobileTariff", "tVTariff", "tVdevice", "bundle"];

/** Returns the lines that say what was ordered: a device first, which a narrow list would cut otherwise. */
export function orderedLines<Line extends { readonly kind: LineKind }>(lines: readonly Line[]): readonly Line[] {
  const ordered = ORDERED.flatMap((wanted) => lines.filter(({ kind }) => kind === wanted));
  return ordered.length > 0 ? ordered : lines.slice(0, 1);
}

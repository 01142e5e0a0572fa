import { mistakesBy, orderingMistakes } from "#test/support/tmf-schemas.ts";

/** TM Forum's own files (Apache-2.0), reduced by `tools/reduce-schemas.ts`. */
const FILES = {
  "620 v4": "TMF620-ProductCatalog-v4.1.0",
  "620 v5": "TMF620-Product_Catalog_Management-v5.0.0",
  "622 v4": "TMF622-ProductOrder-v4.0.0",
  "629 v5": "TMF629-Customer_Management-v5.0.1",
  "637 v5": "TMF637-ProductInventory-v5.0.0",
} as const;

/** An interface with its version. */
export type Published = keyof typeof FILES | "622 v5";

/** Returns what is wrong with a value by a schema of a published interface; empty if nothing is. */
export const tmfMistakes = (of: Published, name: string, value: unknown): readonly string[] =>
  of === "622 v5"
    ? orderingMistakes(name, value)
    : mistakesBy(`extensions/tmf/test/published/${FILES[of]}.json`, name, value);

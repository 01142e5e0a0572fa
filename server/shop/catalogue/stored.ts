import * as v from "valibot";
import type { Catalogue } from "#core/catalogue.ts";

const entries = v.array(v.looseObject({ code: v.string() }));

/**
 * Each entry passed the schema of its file when it was loaded, and versions do not change: entries are not read again.
 */
const STORED = v.looseObject({
  mobileTariffs: entries,
  tvTariffs: entries,
  devices: entries,
  bundles: entries,
  boxes: entries,
  insurance: v.number(),
  insurer: v.optional(v.object({ name: v.string(), excess: v.nullable(v.number()) })),
  postBillFee: v.number(),
}) as unknown as v.GenericSchema<unknown, Catalogue>;

/** The catalogue of a version; throws for anything else. */
export const readCatalogue = (stored: unknown): Catalogue => v.parse(STORED, stored);

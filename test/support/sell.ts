import type { Catalogue } from "#core/catalogue/catalogue.ts";
import type { Database } from "#server/platform/database/database.ts";
import { activate } from "#server/shop/catalogue/activations.ts";
import { reportStock } from "#server/shop/stock/ledger.ts";
import { changeVersions, saveVersion } from "#server/shop/catalogue/versions.ts";

/** Activates a catalogue, like `catalogue load --activate`. Returns its version. */
export function sell(db: Database, catalogue: Catalogue, now = new Date()): Promise<number> {
  return changeVersions(db, async (tx) => {
    const by = { actor: "test", now };
    const { version } = await saveVersion(tx, catalogue, by);
    await activate(tx, { version, catalogue }, { ...by, from: now });
    return version;
  });
}

/** Counts the pieces of an article, like `stock count`. */
export async function count(db: Database, article: string, pieces: number, at = new Date()): Promise<void> {
  const counted = await reportStock(db, article, { kind: "counted", pieces }, { at, actor: "test", reason: null });
  if (counted.kind !== "recorded") throw new Error(`${article}: ${counted.kind}`);
}

import type { Changes } from "#contract/desk/publishing-answers.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueChanges } from "#core/catalogue/catalogue-diff.ts";
import { priceChanges, pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import type { Locale } from "#core/text/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { activate, activationsOf, cancelActivation } from "#server/shop/catalogue/activations.ts";
import { checkContents } from "#server/shop/catalogue/problems.ts";
import { CATALOGUE_FILES } from "#server/shop/catalogue/file-schema.ts";
import { catalogueJsonSchema } from "#server/shop/catalogue/json-schema.ts";
import { amountChanges } from "#server/shop/catalogue/preview.ts";
import { filesOf } from "#server/shop/catalogue/files.ts";
import { loadedOnSale, saveVersion, versionNumbered } from "#server/shop/catalogue/versions.ts";
import type { PublishedKind } from "./kind.ts";

/** The catalogue, with its products and prices. */
export const CATALOGUE: PublishedKind = {
  name: "catalogue",
  parts: CATALOGUE_FILES,
  schemas: () => Object.fromEntries(CATALOGUE_FILES.map((file) => [file, catalogueJsonSchema(file)])),
  check(content) {
    const checked = checkContents(content);
    if (!checked.ok) return checked;
    const { catalogue } = checked;
    return {
      ok: true,
      right: {
        changes: (db, at, locale) => changesOf(db, catalogue, at, locale),
        save: async (tx, by) => (await saveVersion(tx, catalogue, by)).version,
      },
    };
  },
  async contentOf(db, version) {
    const found = await versionNumbered(db, version);
    return found && filesOf(found.catalogue);
  },
  activations: activationsOf,
  async activate(tx, version, by) {
    const known = await versionNumbered(tx, version);
    if (!known) throw new Error(`Version ${version} of the catalogue does not exist`);
    await activate(tx, known, by);
  },
  cancel: cancelActivation,
};

async function changesOf(db: Handle, next: Catalogue, at: Date, locale: Locale): Promise<Changes | null> {
  const onSale = await loadedOnSale(db, at);
  if (!onSale) return null;
  return {
    at: at.toISOString(),
    against: onSale.version,
    money: moneyChanges(onSale.catalogue, next, at, locale),
    entries: catalogueChanges(onSale.catalogue, next),
  };
}

/**
 * Returns the differences in amounts at a given time, and at each later time when a price period of either catalogue
 * begins or ends, because prices then change without an activation.
 */
function moneyChanges(old: Catalogue, next: Catalogue, at: Date, locale: Locale): Changes["money"] {
  const later = [...priceChanges(old), ...priceChanges(next)].filter((moment) => moment > at);
  const moments = [...new Set(later.map((moment) => moment.getTime()))].toSorted((one, other) => one - other);
  let known = new Set<string>();
  return [at.getTime(), ...moments].flatMap((time, index) => {
    const moment = new Date(time);
    const changes = amountChanges(pricedAt(old, moment), pricedAt(next, moment), locale);
    const others = changes.filter((change) => !known.has(JSON.stringify(change)));
    known = new Set(changes.map((change) => JSON.stringify(change)));
    return others.map((change) => ({ ...change, from: index === 0 ? null : moment.toISOString() }));
  });
}

import { byCode, type Catalogue } from "#core/catalogue.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { loadedOnSale } from "#server/shop/catalogue/versions.ts";

/** Returns a function that gives the name of a tariff or device in the catalogue on sale, or the code itself if it is not there. */
export async function productNames({ db, now }: { readonly db: Handle; readonly now: Clock }) {
  const catalogue = (await loadedOnSale(db, now()))?.catalogue;
  return (code: string): string => (catalogue && nameIn(catalogue, code)) ?? code;
}

function nameIn({ mobileTariffs, tvTariffs, devices }: Catalogue, code: string): string | undefined {
  return [mobileTariffs, tvTariffs, devices]
    .map((products) => byCode<{ readonly code: string; readonly name: string }>(products, code))
    .find(Boolean)?.name;
}

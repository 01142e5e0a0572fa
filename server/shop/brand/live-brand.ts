import type { Logger } from "pino";
import { repeat } from "#server/platform/repeat.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Brand, BrandTexts } from "./brand.ts";
import { textsOf } from "./text-files.ts";
import { FILE_VERSION, savedTexts, textActivations } from "./text-versions.ts";

/** A brand with its current texts. */
export type LiveBrand = {
  readonly brand: Brand;
  /** Checks for new activations at once. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

type Dated = { readonly version: number; readonly from: Date; readonly texts: BrandTexts };

/**
 * Returns the brand of the file with the texts that desk users have activated. The properties of the object always
 * return the current texts, so a change needs neither a query nor a restart.
 */
export async function liveBrand(
  db: Database,
  file: Brand,
  {
    now,
    log,
    everyMs,
  }: {
    readonly now: Clock;
    readonly log: Pick<Logger, "warn">;
    /**
     * How often to check for new activations, in ms. One that was planned beforehand takes effect at its time, in all
     * processes at once.
     */
    readonly everyMs: number;
  },
): Promise<LiveBrand> {
  const ofFile: Dated = { version: FILE_VERSION, from: new Date(0), texts: textsOf(file) };
  let dated: readonly Dated[] = [ofFile];
  const current = () => {
    const time = now();
    return dated.findLast(({ from }) => from <= time) ?? ofFile;
  };
  const refresh = async () => {
    const wanted = (await textActivations(db)).filter(({ cancelledAt }) => cancelledAt === null);
    const known = new Map(dated.map(({ version, texts }) => [version, texts]));
    const all: Dated[] = [];
    for (const { version, from } of wanted) {
      const texts = version === FILE_VERSION ? ofFile.texts : (known.get(version) ?? (await savedTexts(db, version)));
      if (texts) all.push({ version, from, texts });
    }
    dated = all;
  };
  await refresh();
  const refreshing = repeat(
    async () => {
      await refresh();
      return null;
    },
    { everyMs, pausesFirst: true, failed: "could not check for new texts of the brand", log },
  );
  const brand = Object.defineProperties(
    { ...file },
    {
      ...Object.fromEntries(
        ([...Object.keys(ofFile.texts), "securityEmail"] as (keyof BrandTexts)[]).map((key) => [
          key,
          { enumerable: true, get: () => current().texts[key] },
        ]),
      ),
      textsVersion: { enumerable: true, get: () => current().version },
    },
  );
  return { brand, refresh, stop: () => refreshing.stop() };
}

import type { Logger } from "pino";
import { repeat } from "#server/platform/repeat.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Brand, BrandTexts } from "./brand.ts";
import { textsOf } from "./text-files.ts";
import { FILE_VERSION, savedTexts, textActivations } from "./text-versions.ts";

/** A brand whose texts are those that hold now. */
export type LiveBrand = {
  readonly brand: Brand;
  /** Looks for new activations at once. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Dated = { readonly version: number; readonly from: Date; readonly texts: BrandTexts };

/**
 * The brand of the file with the texts that people at the desk have activated. Whoever has the object reads what holds at that moment, so
 * that nobody has to be told of a change: no query, and no restart.
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
     * How often new activations are looked for, in ms. One that was ordered for later holds in all processes from its
     * moment on.
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
  const look = async () => {
    const wanted = (await textActivations(db)).filter(({ cancelledAt }) => cancelledAt === null);
    const known = new Map(dated.map(({ version, texts }) => [version, texts]));
    const all: Dated[] = [];
    for (const { version, from } of wanted) {
      const texts = version === FILE_VERSION ? ofFile.texts : (known.get(version) ?? (await savedTexts(db, version)));
      if (texts) all.push({ version, from, texts });
    }
    dated = all;
  };
  await look();
  const looking = repeat(
    async () => {
      await look();
      return null;
    },
    { everyMs, pausesFirst: true, failed: "new texts of the brand could not be looked for", log },
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
  return { brand, look, stop: () => looking.stop() };
}

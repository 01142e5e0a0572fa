import leven from "leven";
import { CHAPTERS } from "./settings.ts";
import { fileNameOf, type Env } from "./source.ts";
import { rowsOf } from "./walk.ts";

/** A prefix shared by this many settings is treated as Kasse's own. */
const OWN_PREFIX = 3;
/** Shorter names, such as HOST, are not compared: too many other variables are similar. */
const LONG_ENOUGH = 8;
const TYPOS = 2;

const entries = CHAPTERS.flatMap(({ settings }) => rowsOf(settings).map(({ entry }) => entry));
const known = entries.map(({ name }) => name);
const files = entries.flatMap((entry) => (entry.kind === "setting" && entry.secret ? [fileNameOf(entry.name)] : []));
const names: ReadonlySet<string> = new Set([...known, ...files]);
const prefixes = known
  .map((name) => name.slice(0, name.indexOf("_") + 1))
  .filter((prefix, at, all) => prefix !== "" && all.indexOf(prefix) === at)
  .filter((prefix) => known.filter((name) => name.startsWith(prefix)).length >= OWN_PREFIX);

/** A sentence for each variable in the environment that looks like a misspelt setting. */
export function unknownSettings(env: Env): readonly string[] {
  return Object.keys(env)
    .filter((name) => !names.has(name))
    .flatMap((name) => {
      if (name.startsWith("\u{feff}"))
        return [
          `The first setting is called ${name.slice(1)} behind a byte order mark: save the file of settings without one.`,
        ];
      // A limit that an operator has set must not be lost without a word.
      if (name.startsWith("LIMIT_"))
        return [`${name} is not a setting of Kasse any more: set it in LIMITS (docs/settings.md, "Limits").`];
      const meant = nearest(name);
      if (meant !== undefined) return [`${name} is not a setting of Kasse; did you mean ${meant}?`];
      return prefixes.some((prefix) => name.startsWith(prefix)) ? [`${name} is not a setting of Kasse.`] : [];
    });
}

function nearest(name: string): string | undefined {
  const candidates = [...names]
    .filter((each) => each.length >= LONG_ENOUGH)
    .map((each) => ({ each, distance: leven(name.toUpperCase(), each) }))
    .filter(({ distance }) => distance <= TYPOS);
  return candidates.toSorted((a, b) => a.distance - b.distance)[0]?.each;
}

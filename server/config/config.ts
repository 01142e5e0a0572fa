import { readSettings, type Reading } from "./read.ts";
import type { Config } from "./settings.ts";
import { ENVIRONMENT, type Env } from "./source.ts";
import { unknownSettings } from "./warnings.ts";

export type { Config };
export type { LimitName } from "./limits.ts";

/** Settings are invalid. The message has one sentence per error: the setting, and how to correct it. */
export class SettingError extends Error {
  constructor(mistakes: readonly string[]) {
    super(mistakes.length === 1 ? mistakes[0] : [`${mistakes.length} settings are wrong:`, ...mistakes].join("\n- "));
  }
}

/** All settings with their sources and errors, and a warning for each variable that looks like a misspelt setting. */
export type CheckedSettings = Reading & { readonly warnings: readonly string[] };

/** Reads every setting once. Does not throw: errors are part of the result. */
export function checkSettings(env: Env = ENVIRONMENT): CheckedSettings {
  const reading = readSettings(env);
  const isReported = (name = "") => reading.mistakes.some((sentence) => sentence.startsWith(`${name} `));
  return { ...reading, warnings: unknownSettings(env).filter((warning) => !isReported(warning.split(" ")[0])) };
}

/** Returns the parsed settings. Throws a SettingError that lists all errors. */
export function configOf({ config, mistakes }: CheckedSettings): Config {
  if (config === null) throw new SettingError(mistakes);
  return config;
}

/** Reads every setting once. Throws a SettingError that lists all errors. */
export function readConfig(env: Env = ENVIRONMENT): Config {
  return configOf(checkSettings(env));
}

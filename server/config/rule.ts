import type { Config } from "./settings.ts";

/**
 * A rule about settings that are valid one by one. Returns a sentence for each mistake. A rule reads only the settings
 * that it needs, because it is left out if one of them has no valid value.
 */
export type Rule = (config: Config) => readonly string[];

/** A rule has read a setting without a valid value. The mistake in that value is reported already. */
class Unreadable extends Error {}

/** Returns whether a rule has failed only because it has read a setting without a valid value. */
export const isUnreadable = (error: unknown): boolean => error instanceof Unreadable;

/** A rule that is not Kasse's has failed. The message is for the operator. */
export class BrokenRule extends Error {
  override readonly name = "BrokenRule";
}

/** Adds a value to an object of settings. If the setting has no valid value, reading it later throws. */
export function put(settings: object, key: string, value: unknown): void {
  const property = value === undefined ? { get: unreadable } : { value };
  Object.defineProperty(settings, key, { ...property, enumerable: true });
}

/** Copies settings, also those without a valid value. */
export function copyInto(target: object, settings: object): void {
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(settings));
}

/** Returns what the rules say about the settings that have a valid value, and which rules have failed. */
export function judgeBy(rules: readonly Rule[], config: Config): readonly string[] {
  return rules.flatMap((rule) => {
    try {
      return whereReadable(() => rule(config)) ?? [];
    } catch (error) {
      if (error instanceof BrokenRule) return [error.message];
      throw error;
    }
  });
}

/** Returns a value that depends on settings; null if one of them has no valid value. */
export function whereReadable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function unreadable(): never {
  throw new Unreadable("this setting has no valid value");
}

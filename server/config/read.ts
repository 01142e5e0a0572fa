import * as v from "valibot";
import { OUTSIDE_MISTAKES } from "#extensions/index.ts";
import { PRODUCTION_RULES } from "./production.ts";
import { copyInto, judgeBy, put, type Rule } from "./rule.ts";
import { SERVER } from "./table/server.ts";
import { isTree, type Base, type Choice, type Entry, type Setting, type Tree } from "./setting.ts";
import { CHAPTERS, type Config } from "./settings.ts";
import { find, type Env } from "./source.ts";
import { withoutCredentials } from "./without-credentials.ts";
import { settingsIn } from "./walk.ts";

/** The current value of a setting, safe to print: a secret is shown as "set", and a URL without its credentials. */
type InForce = {
  readonly name: string;
  readonly source: "environment" | "file" | "default";
  readonly shown: string;
};

export type Reading = {
  /** Null if there is any error. */
  readonly config: Config | null;
  /** One sentence per error: the setting and what to do. It never contains a secret. */
  readonly mistakes: readonly string[];
  readonly inForce: readonly InForce[];
  /** Settings that have a value, but belong to an option that was not chosen. */
  readonly unused: readonly string[];
  /** Returns what more rules say about the settings, which need not all be valid. */
  judge(rules: readonly Rule[]): readonly string[];
};

/** Reads all settings and finds every error, also those of rules about several settings (`rule.ts`). */
export function readSettings(env: Env): Reading {
  const reader = new Reader(env);
  const read = { operator: env["SUDO_USER"] || null };
  for (const { title, settings } of CHAPTERS) {
    const twice = Object.keys(settings).filter((key) => Object.hasOwn(read, key));
    for (const key of twice)
      reader.mistakes.push(`The chapter "${title}" of an extension has the key ${key}, which is Kasse's or another's.`);
    copyInto(read, reader.tree(twice.length === 0 ? settings : {}, null));
  }
  Object.freeze(read);
  const { mistakes, inForce, unused } = reader;
  // The cast is safe: a valid entry was parsed by the schema from which its type is derived, and no other can be read.
  const config = read as unknown as Config;
  mistakes.push(...OUTSIDE_MISTAKES, ...judgeBy(PRODUCTION_RULES, config));
  // If sending was switched off because of an attack, it must not start again with an upgrade.
  if (env["SMS_SENDING"] === "off" && inForce.get("SMS_PROVIDER")?.shown !== "none")
    mistakes.push("SMS_SENDING is not a setting of Kasse any more: to continue without texts, set SMS_PROVIDER=none.");
  return {
    config: mistakes.length === 0 ? config : null,
    mistakes,
    inForce: [...inForce.values()],
    unused: [...unused].filter((name) => !inForce.has(name)),
    judge: (rules) => judgeBy(rules, config),
  };
}

/**
 * Walks the table of settings once. An invalid value cannot be read in the result, and an error is added to `mistakes`.
 */
class Reader {
  readonly mistakes: string[] = [];
  readonly inForce = new Map<string, InForce>();
  readonly unused = new Set<string>();
  private readonly env: Env;
  private readonly base: Base;

  constructor(env: Env) {
    this.env = env;
    this.base = baseOf(env);
  }

  tree(entries: Tree, neededBy: string | null): object {
    const read = {};
    for (const [key, entry] of Object.entries(entries)) put(read, key, this.entry(entry, neededBy));
    return Object.freeze(read);
  }

  private entry(entry: Entry, neededBy: string | null): unknown {
    if (isTree(entry)) return this.tree(entry, neededBy);
    const known = entry as Setting | Choice;
    return known.kind === "setting" ? this.setting(known, neededBy) : this.choice(known);
  }

  private setting(setting: Setting, neededBy: string | null): unknown {
    const found = find(this.env, setting);
    if (found.kind === "mistake") return this.wrong(found.sentence);
    if (found.kind === "set") return this.parse(setting, found.text, found.from);
    if (setting.namedInProduction && this.base.production)
      return this.wrong(`${setting.name} is not set; in production it has no default.`);
    if (setting.default !== null) {
      const text = typeof setting.default === "string" ? setting.default : setting.default.of(this.base);
      return this.parse(setting, text, "default");
    }
    if (setting.optional) return null;
    return this.wrong(`${setting.name} is not set, and ${neededBy} needs it.`);
  }

  private choice(choice: Choice): unknown {
    const { name, options } = choice;
    const found = find(this.env, choice);
    const words = Object.keys(options);
    const chosen = found.kind === "set" ? found.text : (words[0] ?? "");
    const isKnown = Object.hasOwn(options, chosen);
    const isUnnamed = found.kind === "unset" && choice.namedInProduction && this.base.production;
    if (!isKnown) this.wrong(`${name} is "${chosen}"; it must be one of ${words.join(", ")}.`);
    if (isUnnamed)
      this.wrong(
        `${name} is not set; in production choose one of ${words.join(", ")}. A sandbox is never the default there.`,
      );
    else this.inForce.set(name, { name, source: found.kind === "set" ? "environment" : "default", shown: chosen });
    const read = {};
    put(read, "provider", isKnown && !isUnnamed ? chosen : undefined);
    if (isKnown) copyInto(read, this.tree(options[chosen] ?? {}, `${name}=${chosen}`));
    for (const [option, settings] of Object.entries(options)) if (option !== chosen) this.checkUnused(settings);
    return Object.freeze(read);
  }

  /** Checks the settings of options that were not chosen. They are allowed, but must be valid. */
  private checkUnused(settings: Tree): void {
    for (const setting of settingsIn(settings)) {
      if (this.inForce.has(setting.name) || this.unused.has(setting.name)) continue;
      const found = find(this.env, setting);
      if (found.kind === "unset") continue;
      this.unused.add(setting.name);
      if (found.kind === "mistake") this.wrong(found.sentence);
      else this.read(setting, found.text);
    }
  }

  private parse(setting: Setting, text: string, source: InForce["source"]): unknown {
    const { name, secret } = setting;
    this.inForce.set(name, { name, source, shown: secret ? "set" : withoutCredentials(text) });
    return this.read(setting, text);
  }

  private read({ name, schema, secret, repeated }: Setting, text: string): unknown {
    const read = v.safeParse(schema, text);
    if (read.success) return read.output;
    const rule = read.issues[0].message;
    return this.wrong(
      secret || !repeated ? `${name} ${rule}.` : `${name} is "${withoutCredentials(text)}"; it ${rule}.`,
    );
  }

  private wrong(sentence: string): undefined {
    // The settings of a provider are read again for PAYMENT_PROVIDER_BEFORE.
    if (!this.mistakes.includes(sentence)) this.mistakes.push(sentence);
  }
}

/**
 * Returns the values that other defaults depend on. Ignores an invalid port, because it is reported when `PORT` itself
 * is read.
 */
function baseOf(env: Env): Base {
  const port = v.safeParse(SERVER.port.schema, env["PORT"] || "3000");
  return { production: env["NODE_ENV"] === "production", port: port.success ? port.output : 3000 };
}

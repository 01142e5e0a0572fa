import { parseArgs } from "node:util";

export type Option<Value> = {
  /** The value if the option is not given. */
  readonly default: Value;
  /** Describes the allowed values: "a number above 0". */
  readonly allowed: string;
  /** Returns the parsed value, or undefined if it is not allowed. */
  readonly read: (typed: string) => Value | undefined;
};
type Options = Readonly<Record<string, Option<unknown>>>;
/** The value of each option by name, and the arguments that are not options. */
type Values<Of extends Options> = { readonly [Name in keyof Of]: Of[Name]["default"] } & {
  readonly positionals: readonly string[];
};
type Parsed<Of extends Options> =
  | { readonly ok: true; readonly values: Values<Of> }
  | { readonly ok: false; readonly message: string };

const AND = new Intl.ListFormat("en-GB", { type: "conjunction" });
const OR = new Intl.ListFormat("en-GB", { type: "disjunction" });

export function number(byDefault: number): Option<number> {
  return { default: byDefault, allowed: "a number above 0", read: (typed) => aboveZero(typed, Number.isFinite) };
}

export function wholeNumber(byDefault: number): Option<number> {
  const read = (typed: string) => aboveZero(typed, Number.isSafeInteger);
  return { default: byDefault, allowed: "a whole number above 0", read };
}

function aboveZero(typed: string, fits: (value: number) => boolean): number | undefined {
  const value = Number(typed);
  return value > 0 && fits(value) ? value : undefined;
}

export function oneOf<Choice extends string>(byDefault: NoInfer<Choice>, choices: readonly Choice[]): Option<Choice> {
  return {
    default: byDefault,
    allowed: OR.format(choices.map((choice) => `"${choice}"`)),
    read: (typed) => choices.find((choice) => choice === typed),
  };
}

/** The settings of a server, such as `WORKERS=3,DATABASE_POOL=30`. */
export function settings(): Option<Readonly<Record<string, string>>> {
  return {
    default: {},
    allowed: 'settings and their values, such as "WORKERS=3,DATABASE_POOL=30"',
    read(typed) {
      const pairs = typed.split(",").map((pair) => {
        const [name = "", value = ""] = pair.split("=", 2);
        return [name, value] as const;
      });
      return pairs.every(([name, value]) => /^[A-Z_]+$/.test(name) && value !== "")
        ? Object.fromEntries(pairs)
        : undefined;
    },
  };
}

/**
 * Reads the options of a benchmark from the command line. Ends the process with exit code 0 after `--help`, and with 2
 * after an error, so that no benchmark starts with wrong options. `max`: the maximum number of arguments besides the
 * options.
 */
export function readOptions<Of extends Options>(help: string, options: Of, max = 0): Values<Of> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(help);
    process.exit(0);
  }
  const parsed = parseOptions(args, options, max);
  return parsed.ok ? parsed.values : refuse(parsed.message);
}

/** Prints a message about a wrong option or argument, and ends the process with exit code 2. */
export function refuse(message: string): never {
  console.error(`${message} See --help.`);
  process.exit(2);
}

/** Returns the values of the options, or a message about the first error. */
export function parseOptions<Of extends Options>(args: readonly string[], options: Of, max = 0): Parsed<Of> {
  const known = Object.entries(options);
  const config = Object.fromEntries(known.map(([name]) => [name, { type: "string" }] as const));
  // Not strict, because the error messages of parseArgs do not contain the allowed values.
  const { tokens } = parseArgs({ args: [...args], options: config, strict: false, tokens: true });
  const values = new Map(known.map(([name, option]) => [name, option.default]));
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const { name, value = "", inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (!option) {
      const names = AND.format(known.map(([each]) => `--${each}`));
      return failed(`There is no option "${args[token.index]}", only ${names}.`);
    }
    if (value === "" || (!inlineValue && value.startsWith("--")))
      return failed(`--${name} has no value; it must be ${option.allowed}.`);
    const read = option.read(value);
    if (read === undefined) return failed(`--${name} must be ${option.allowed}, not "${value}".`);
    values.set(name, read);
  }
  const extra = positionals[max];
  if (extra === undefined) return { ok: true, values: { ...Object.fromEntries(values), positionals } as Values<Of> };
  const taken = max === 0 ? "only options" : `at most ${max} arguments besides its options`;
  return failed(`The argument "${extra}" is not expected; this benchmark takes ${taken}.`);
}

const failed = (message: string) => ({ ok: false, message }) as const;

import { BrokenRule, isUnreadable } from "#server/config/rule.ts";
import type { Extension, Running } from "./extension.ts";
import { ExtensionError } from "./failure.ts";
import { wrongRunningPart } from "./shape.ts";

/** How long a part of an extension may take at the start, in ms. */
const PART_MS = 60_000;

/** What an extension could not do if one of its parts fails, as in "The extension vouchers cannot be loaded". */
const OF_EXTENSION = {
  isOn: "cannot say whether it is on",
  loadCommands: "cannot load its commands",
  loadUpkeep: "cannot load what removes its old data",
} as const satisfies { readonly [Part in keyof Extension]?: string };
const OF_RUNNING = {
  desk: "cannot make its page at the desk",
  embedding: "cannot say who may embed pages",
  handlers: "cannot make the handlers of its calls",
  listen: "cannot open its port",
  observe: "cannot observe this process",
  routes: "cannot register its routes",
  summaryField: "cannot make its field in the summary",
  tasks: "cannot make its tasks",
} as const satisfies { readonly [Part in keyof Running]?: string };

type Part = (...args: never[]) => unknown;
/** What becomes of a part that fails. */
type Failed = (what: string, cause: unknown) => Error;

/**
 * Returns an extension from outside of the tree whose failures at the start name it: an ExtensionError with what it
 * could not do, and the place in its code. A part that takes more than a minute fails too. `outside`: what the setting
 * `EXTENSIONS` calls it. `home`: what the paths of its files contain.
 *
 * Those in this tree are not guarded, because their failure is a bug of Kasse, whose whole stack trace is needed.
 */
export function guarded(extension: Extension, outside: string, home: string): Extension {
  const describe = (what: string, cause: unknown) =>
    `The extension ${extension.name} (${outside}) ${what}: ${causeIn(cause, home)}.`;
  const failed: Failed = (what, cause) =>
    isUnreadable(cause) || cause instanceof ExtensionError
      ? (cause as Error)
      : new ExtensionError(describe(what, cause), { cause });
  const failedRule: Failed = (what, cause) =>
    isUnreadable(cause) ? (cause as Error) : new BrokenRule(describe(what, cause), { cause });
  const rule = <Rule extends Part>(judge: Rule) => guard(judge, extension, "cannot judge its settings", failedRule);
  const { load, contradictions, addresses, connections, forbidden } = extension;
  return overlaid(extension, {
    outside,
    ...guardedParts(extension, OF_EXTENSION, failed),
    ...(contradictions && { contradictions: contradictions.map(rule) }),
    ...(addresses && { addresses: mapped(addresses, rule) }),
    ...(connections && { connections: mapped(connections, (one) => overlaid(one, { isClear: rule(one.isClear) })) }),
    ...(forbidden && { forbidden: rule(forbidden) }),
    ...(load && {
      load: async () => {
        const running = (await guard(load, extension, "cannot be loaded", failed)()) ?? {};
        const wrong = wrongRunningPart(running);
        if (wrong !== null) throw failed("cannot be used", `its ${wrong}`);
        return overlaid(running, {
          ...guardedParts(running, OF_RUNNING, failed),
          ...(running.ports && { ports: guardedAdapters(running.ports, failed) }),
        });
      },
    }),
  });
}

/** Returns a function that does what `part` does, and throws what `failed` makes of its failures. */
function guard<Run extends Part>(part: Run, owner: object, what: string, failed: Failed): Run {
  const run = (...args: never[]) => {
    try {
      const result = part.apply(owner, args);
      return result instanceof Promise ? inTime(result, what, failed) : result;
    } catch (error) {
      throw failed(what, error);
    }
  };
  // The cast is safe: the arguments and the result are those of `part`.
  return run as Run;
}

async function inTime(result: Promise<unknown>, what: string, failed: Failed): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new Error(`it took more than ${PART_MS / 1000} seconds`);
    // Its place would be this file.
    error.stack = "";
    timer = setTimeout(() => reject(error), PART_MS);
  });
  try {
    return await Promise.race([result, late]);
  } catch (error) {
    throw failed(what, error);
  } finally {
    clearTimeout(timer);
  }
}

function guardedParts<Owner extends object>(
  owner: Owner,
  parts: { readonly [Name in keyof Owner]?: string },
  failed: Failed,
): Partial<Owner> {
  const guards = Object.entries<string | undefined>(parts).flatMap(([name, what = ""]) => {
    const part: unknown = owner[name as keyof Owner];
    return typeof part === "function" ? [[name, guard(part as Part, owner, what, failed)]] : [];
  });
  return Object.fromEntries(guards) as Partial<Owner>;
}

function guardedAdapters(ports: NonNullable<Running["ports"]>, failed: Failed): NonNullable<Running["ports"]> {
  return mapped(ports, (adapters: object) =>
    Object.fromEntries(
      Object.entries(adapters).map(([option, connect]: [string, Part]) => [
        option,
        guard(connect, adapters, `cannot connect ${option}`, failed),
      ]),
    ),
  );
}

/** Returns an object with other values for some of its properties. It may be a module or an instance of a class. */
const overlaid = <Owner extends object>(owner: Owner, others: Partial<Owner>): Owner =>
  Object.create(owner, Object.getOwnPropertyDescriptors(others)) as Owner;

function mapped<Values extends object>(values: Values, change: (value: NonNullable<Values[keyof Values]>) => unknown) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, change(value as NonNullable<Values[keyof Values]>)]),
  ) as Values;
}

/**
 * Returns what an extension has thrown, as the end of a sentence without its full stop, and the place in its code.
 * `home`: what the paths of its files contain.
 */
export function causeIn(cause: unknown, home: string): string {
  if (!(cause instanceof Error)) return String(cause);
  return `${cause.message.trim().replace(/\.$/, "")}${placeIn(cause.stack ?? "", home)}`;
}

/**
 * Returns the place in a stack trace that is nearest to the failure, such as ` (file:///srv/vouchers/running.ts:12:9)`:
 * in the extension's own files, if it is in the trace at all.
 */
function placeIn(stack: string, home: string): string {
  const places = stack.match(/(?:file:\/\/|(?<![\w:]))\/[^()\s]+?(?::\d+){1,2}(?=[)\s]|$)/g) ?? [];
  const place = places.find((each) => each.includes(home)) ?? places[0];
  return place === undefined ? "" : ` (${place})`;
}

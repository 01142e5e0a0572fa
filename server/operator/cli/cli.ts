import { parseArgs } from "node:util";
import { checkSettings, configOf, SettingError, type CheckedSettings } from "#server/config/config.ts";
import { explainFailure } from "#server/start-failure.ts";
import { CommandError, UsageError, type Call, type Command, type Io } from "../../command.ts";
import { allCommands } from "./commands.ts";
import { databaseFor } from "./recorded.ts";
import { aligned } from "./table.ts";
import { terminal } from "./terminal.ts";

/** Runs a command. Returns the exit code: 0 for success, 1 for failure, 2 for wrong arguments or settings. */
export async function runCli(
  argv: readonly string[],
  io: Io,
  readSettings: () => CheckedSettings = checkSettings,
): Promise<number> {
  try {
    const commands = await allCommands();
    const words = argv[0] === "help" ? [...argv.slice(1), "--help"] : argv;
    const wantsHelp = words.some((word) => word === "--help" || word === "-h");
    if (wantsHelp || words.length === 0) {
      const named = findCommand(words, commands);
      const help = named ? helpFor(io.program, named) : helpForAll(io.program, commands, words[0]);
      if (help === null) throw unknown(words, commands);
      io.out(help);
      return wantsHelp ? 0 : 2;
    }
    const { command, typed } = readCommandLine(words, commands);
    const settings = readSettings();
    const recorded = databaseFor(command, () => call);
    const call: Call = {
      ...typed,
      settings,
      io,
      now: new Date(),
      get config() {
        return configOf(settings);
      },
      database: recorded.database,
    };
    return await runRecorded(command, call, recorded.ended);
  } catch (error) {
    return reportFailure(io, error);
  }
}

/** Prints why a command failed. Returns its exit code. */
export function reportFailure(io: Pick<Io, "err">, error: unknown): 1 | 2 {
  const explanation =
    error instanceof UsageError || error instanceof CommandError ? error.message : explainFailure(error);
  io.err(`kasse: ${explanation ?? `internal error:\n${error instanceof Error ? error.stack : String(error)}`}`);
  return error instanceof UsageError || error instanceof SettingError ? 2 : 1;
}

/** Returns the command that the words name, with its checked arguments and options. Throws a UsageError. */
export function readCommandLine(
  words: readonly string[],
  commands: readonly Command[],
): {
  readonly command: Command;
  readonly typed: Pick<Call, "args" | "flag" | "text">;
} {
  const command = findCommand(words, commands);
  if (!command) throw unknown(words, commands);
  return { command, typed: readArguments(command, words.slice(command.name.split(" ").length)) };
}

/** Runs a command, and records its outcome. */
async function runRecorded(
  command: Command,
  call: Call,
  ended: ReturnType<typeof databaseFor>["ended"],
): Promise<number> {
  let code = 1;
  try {
    code = await command.run(call);
    return code;
  } finally {
    // If the outcome cannot be recorded, that must hide neither the result of the command nor its error.
    await ended({ kind: code === 0 ? "done" : "failed" }, new Date()).catch((error: unknown) =>
      call.io.err(
        `kasse: the outcome could not be written to the audit log: ${explainFailure(error) ?? String(error)}`,
      ),
    );
  }
}

function findCommand(words: readonly string[], commands: readonly Command[]): Command | undefined {
  const typed = [1, 2, 3].map((count) => words.slice(0, count).join(" "));
  return commands.find(({ name }) => typed.includes(name));
}

function unknown([one = "", two = "", three = ""]: readonly string[], commands: readonly Command[]): UsageError {
  const inner = commands.filter(({ name }) => name.startsWith(`${one} ${two} `));
  if (inner.length > 0) return unknownIn(`${one} ${two}`, three, inner);
  const group = commands.filter(({ name }) => name.startsWith(`${one} `));
  if (group.length === 0) return new UsageError(`there is no command "${one}"; --help lists them.`);
  return unknownIn(one, two, group);
}

function unknownIn(known: string, next: string, group: readonly Command[]): UsageError {
  const typed =
    next === "" || next.startsWith("-") ? `"${known}" is not a complete command` : `there is no "${known} ${next}"`;
  return new UsageError(`${typed}; use ${group.map(({ name }) => `"${name}"`).join(", ")}.`);
}

/** Checks the options and the number of arguments. Throws a UsageError. */
function readArguments(command: Command, words: readonly string[]): Pick<Call, "args" | "flag" | "text"> {
  const specs = Object.entries(command.options ?? {});
  const hint = `see \`${command.name} --help\`.`;
  const { values, positionals } = parse(command, words, hint);
  for (const [name, spec] of specs) {
    const value = values[name];
    if (spec.needed && (value === undefined || value === "")) throw new UsageError(`--${name} is missing; ${hint}`);
  }
  const names = (command.args ?? "").split(" ").filter(Boolean);
  const missing = names.filter((name) => name.startsWith("<"))[positionals.length];
  if (missing) throw new UsageError(`${missing} is missing; ${hint}`);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many; ${hint}`);
  return {
    args: positionals,
    flag: (name) => values[name] === true,
    text: (name) => (typeof values[name] === "string" ? values[name] : undefined),
  };
}

/** A number below zero, which is no option. Until the words are parsed, its hyphen is replaced by a minus sign. */
const NEGATIVE = /^-\d+$/;
const MINUS = "\u2212";

function parse(command: Command, words: readonly string[], hint: string) {
  const options = Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }] as const);
  try {
    const parsed = parseArgs({
      args: words.map((word) => (NEGATIVE.test(word) ? word.replace("-", MINUS) : word)),
      options: Object.fromEntries(options),
      allowPositionals: true,
      tokens: true,
    });
    const given = parsed.tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = given.find((name, at) => given.indexOf(name) !== at);
    if (twice !== undefined) throw new UsageError(`--${twice} is given twice; ${hint}`);
    return { ...parsed, positionals: parsed.positionals.map((word) => word.replace(MINUS, "-")) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const option = /'(-[^' ]*)/.exec(message)?.[1] ?? "";
      throw new UsageError(`${command.name} has no option ${option}; ${hint}`);
    }
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    throw new UsageError(`${message.split(/\.?(?:\n|$)/)[0] ?? ""}; ${hint}`);
  }
}

/**
 * Returns the list of all commands, or of those in one group (such as `orders`); null if the group does not exist.
 * `program`: how a person calls Kasse.
 */
function helpForAll(program: string, commands: readonly Command[], group?: string): string | null {
  const wanted = group === undefined || group.startsWith("-") ? "" : `${group} `;
  const listed = commands.filter(({ name }) => name.startsWith(wanted));
  if (listed.length === 0) return null;
  const rows = listed.map(({ name, args = "", about }) => [`  ${name} ${args}`.trimEnd(), about]);
  return [
    `${program} ${wanted}<command>`,
    "",
    ...aligned(rows),
    "",
    `\`${program} <command> --help\` shows details. Commands use the server's settings (docs/settings.md): DATABASE_URL,`,
    "or the embedded database in DATA_DIR, even while the shop is running.",
  ].join("\n");
}

/** Returns the usage and options of one command. */
function helpFor(program: string, { name, args, about, more, options = {} }: Command): string {
  const listed = Object.entries(options);
  const needed = listed.filter(([, spec]) => spec.needed).map(([option, spec]) => `--${option} ${spec.value ?? ""}`);
  const rows = listed.map(([option, { value, about: text }]) => [`  --${option} ${value ?? ""}`.trimEnd(), text]);
  return [
    [program, name, args, ...needed, ...(listed.length > needed.length ? ["[options]"] : [])].filter(Boolean).join(" "),
    "",
    `${about[0]?.toUpperCase()}${about.slice(1)}.`,
    ...(more ? [more] : []),
    ...(rows.length > 0 ? ["", ...aligned(rows)] : []),
  ].join("\n");
}

/** Runs the command in this process's arguments. `program`: how a person calls it; the help repeats this. */
export async function runProgram(program: string): Promise<void> {
  // If a reader closes the pipe early, as `head` does, that is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  process.exitCode = await runCli(process.argv.slice(2), terminal(program));
}

import type { Database } from "#server/platform/database/database.ts";
import type { CheckedSettings, Config } from "#server/config/config.ts";

/** The input and output of a command, on a terminal or in a test. */
export type Io = {
  /** How a person calls the program, for the help: `kasse`, or `npm run kasse --` in a clone of the repository. */
  readonly program: string;
  out(line: string): void;
  /** Prints progress and warnings, separately from the result. */
  err(line: string): void;
  /** Shows progress. On a terminal, this overwrites the previous progress line. */
  progress(line: string): void;
  /** Asks a question; returns null if the input is not a terminal. */
  ask(question: string): Promise<string | null>;
};

type OptionSpec = {
  readonly type: "boolean" | "string";
  /** The placeholder for the value in the help, such as `<file>`. */
  readonly value?: string;
  readonly about: string;
  readonly needed?: true;
};

/** A parsed command line, checked against the command's options. */
export type Call = {
  readonly args: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  readonly settings: CheckedSettings;
  /** The parsed settings. Reading this property throws a SettingError if a setting is invalid. */
  readonly config: Config;
  /**
   * Runs work on the shop's database (`connection.ts`). For a recorded command, this first writes the entry in the
   * audit log.
   */
  readonly database: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly io: Io;
  readonly now: Date;
};

export type Command = {
  /** Up to three words, such as `orders hold list`. */
  readonly name: string;
  /** The arguments as the help shows them: `<required>` and `[optional]`. */
  readonly args?: string;
  readonly about: string;
  /** More sentences for the command's help. */
  readonly more?: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** Whether the audit log records who ran the command, because it reads personal data or changes something. */
  readonly recorded?: true;
  /** Returns the exit code: 0 for success, 1 for failure. Throws UsageError and CommandError. */
  run(call: Call): Promise<number>;
};

/** The arguments are wrong (exit code 2). */
export class UsageError extends Error {}
/** The command failed for the reason in the message (exit code 1). */
export class CommandError extends Error {}

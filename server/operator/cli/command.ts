import type { Database } from "#server/platform/database/database.ts";
import type { CheckedSettings, Config } from "#server/config/config.ts";

/** Input and output of a command: a terminal, or a test. */
export type Io = {
  /** How a person calls the program, for the help: `kasse`, or `npm run kasse --` in a checkout. */
  readonly program: string;
  out(line: string): void;
  /** Progress and warnings, separate from the result. */
  err(line: string): void;
  /** Shows progress; on a terminal it overwrites the previous progress line. */
  progress(line: string): void;
  /** Asks a question; null if the input is not a terminal. */
  ask(question: string): Promise<string | null>;
};

type OptionSpec = {
  readonly type: "boolean" | "string";
  /** Placeholder of the value in the help, such as `<file>`. */
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
  /** The parsed settings. Reading it throws a SettingError if a setting is invalid. */
  readonly config: Config;
  /**
   * Runs work on the shop's database (`connection.ts`). For a recorded command, the line in the audit log is written
   * first.
   */
  readonly database: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  readonly io: Io;
  readonly now: Date;
};

export type Command = {
  /** Up to three words, such as `orders hold list`. */
  readonly name: string;
  /** Arguments as shown in the help: `<required>` and `[optional]`. */
  readonly args?: string;
  readonly about: string;
  /** Additional sentences for the help of the command. */
  readonly more?: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** The command reads personal data or changes something, so the audit log records who ran it. */
  readonly recorded?: true;
  /** Returns the exit code: 0 success, 1 failure. Throws UsageError and CommandError. */
  run(call: Call): Promise<number>;
};

/** The arguments are wrong: exit code 2. */
export class UsageError extends Error {}
/** The command failed for the reason in the message: exit code 1. */
export class CommandError extends Error {}

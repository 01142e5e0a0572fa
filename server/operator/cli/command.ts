import type { CheckedSettings, Config } from "#server/config/config.ts";

/** What a command writes to and asks; a terminal, or a test. */
export type Io = {
  out(line: string): void;
  /** Progress and warnings, beside the result. */
  err(line: string): void;
  /** Writes over the last progress line, where a person looks on. */
  progress(line: string): void;
  /** The answer to a question; null where nobody is there to ask. */
  ask(question: string): Promise<string | null>;
};

type OptionSpec = {
  readonly type: "boolean" | "string";
  /** What stands for the value in the help, as in `<file>`. */
  readonly value?: string;
  readonly about: string;
  readonly needed?: true;
};

/** A command as it was typed, checked against its options. */
export type Call = {
  readonly args: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  readonly settings: CheckedSettings;
  /** The parsed settings; reading it throws a SettingError where one is wrong. */
  readonly config: Config;
  readonly io: Io;
  readonly now: Date;
};

export type Command = {
  /** One word or two, as in `orders list`. */
  readonly name: string;
  /** Arguments, as the help shows them: `<needed>` and `[optional]`. */
  readonly args?: string;
  readonly about: string;
  /** More sentences for the command's own help. */
  readonly more?: string;
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** Answers the exit code: 0 when done, 1 when what was asked could not be done. Throws UsageError and CommandError. */
  run(call: Call): Promise<number>;
};

/** The command was typed wrongly: exit code 2. */
export class UsageError extends Error {}
/** The command cannot do what was asked, and says why in a sentence: exit code 1. */
export class CommandError extends Error {}

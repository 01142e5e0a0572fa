import type { Courier } from "./courier.ts";
import type { FailuresOf, Switches } from "./switches.ts";
import type { Journal } from "./journal.ts";

/**
 * What a provider gets when it starts.
 *
 * @public for extensions
 */
export type Stage = {
  /** As many ports as the provider requires; 0: any free port. */
  readonly ports: readonly number[];
  /** The shop's URL for webhooks and notifications, without a trailing slash. */
  readonly shopUrl: string;
  readonly switches: Switches;
  readonly journal: Journal;
  readonly courier: Courier;
};

export type Row = {
  readonly id: string;
  readonly cells: readonly string[];
  /** Names of the actions that are currently possible on this row. */
  readonly actions: readonly string[];
};
/** A table of the provider's data on the page, newest row first. */
export type Holding = { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };

type ActionOutcome = { readonly done: string } | { readonly refused: string };
/** An action that a person can take at the provider. */
export type Action = {
  readonly title: string;
  /** Whether the action applies to one row, or to the provider itself. */
  readonly of: "row" | "provider";
  /** The label of the action's input value; absent if it takes none. Actions on rows never take one. */
  readonly input?: string;
  /** `id`: the row's id; empty for actions on the provider. */
  run(given: { readonly id: string; readonly value: string }): ActionOutcome | Promise<ActionOutcome>;
};

/** A running provider. */
export type Playing = {
  /** The settings that connect a shop to this provider, except the one that selects it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly holds: () => readonly Holding[];
  readonly actions: Readonly<Record<string, Action>>;
  stop(): Promise<void>;
};

export type Provider = {
  /** Its name in `--only` and in paths of the control interface. */
  readonly name: string;
  readonly title: string;
  /** What it is for: `payment`, `sms`, or the name of an extension. A shop has one provider for each. */
  readonly integration: string;
  /** The setting that selects this provider in a shop, and its value. */
  readonly choice: readonly [setting: string, value: string];
  /** Number of ports that it listens on. */
  readonly ports: number;
  readonly failures: FailuresOf;
  /** Rejects with the error of `listen` if a port is taken. */
  start(stage: Stage): Promise<Playing>;
};

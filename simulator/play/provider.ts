import type { Courier } from "./courier.ts";
import type { FailuresOf, Switches } from "./switches.ts";
import type { Journal } from "./journal.ts";

/** What a provider is started with. */
export type Stage = {
  /** As many as the provider requests; 0 for any free one. */
  readonly ports: readonly number[];
  /** The address for webhooks and notifications, without a trailing slash. */
  readonly shopUrl: string;
  readonly switches: Switches;
  readonly journal: Journal;
  readonly courier: Courier;
};

export type Row = {
  readonly id: string;
  readonly cells: readonly string[];
  /** Names of the actions that are possible with it now. */
  readonly actions: readonly string[];
};
/** Data of the provider, as a table of the page; newest row first. */
export type Holding = { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };

type ActionOutcome = { readonly done: string } | { readonly refused: string };
/** An action of a person at the provider. */
export type Action = {
  readonly title: string;
  /** Whether it applies to one row, or to the provider itself. */
  readonly of: "row" | "provider";
  /** The label of its input value; absent if it takes none. Actions of rows take none. */
  readonly input?: string;
  /** `id` is that of the row, or empty. */
  run(given: { readonly id: string; readonly value: string }): ActionOutcome | Promise<ActionOutcome>;
};

/** A running provider. */
export type Playing = {
  /** The settings that connect a shop to it, without the one that selects it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly holds: () => readonly Holding[];
  readonly actions: Readonly<Record<string, Action>>;
  stop(): Promise<void>;
};

type Integration = "payment" | "sms" | "esim" | "customers" | "orders" | "eid";

export type Provider = {
  /** For `--only` and for addresses of the control interface. */
  readonly name: string;
  readonly title: string;
  readonly integration: Integration;
  /** The setting that selects it in a shop, and its value. */
  readonly choice: readonly [setting: string, value: string];
  /** The number of ports it listens on. */
  readonly ports: number;
  readonly failures: FailuresOf;
  /** Rejects with the error of `listen` if a port is taken. */
  start(stage: Stage): Promise<Playing>;
};

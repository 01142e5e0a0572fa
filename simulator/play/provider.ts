import type { Courier } from "./courier.ts";
import type { FailuresOf, Switches } from "./switches.ts";
import type { Journal } from "./journal.ts";

/** What a provider has to play on. */
export type Stage = {
  /** As many as the provider asks for; 0 for any free one. */
  readonly ports: readonly number[];
  /** Where webhooks and notifications go, without a slash at the end. */
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
/** Something that the provider holds, as a table of the page; the newest row first. */
export type Holding = { readonly title: string; readonly columns: readonly string[]; readonly rows: readonly Row[] };

type ActionOutcome = { readonly done: string } | { readonly refused: string };
/** What a person can do at the provider: with a row, or with the provider itself. */
export type Action = {
  readonly title: string;
  /** Whether it is done with one row, or with the provider itself. */
  readonly of: "row" | "provider";
  /** The name of the value that it takes; without, it takes none. Actions of rows take none. */
  readonly input?: string;
  /** `id` is that of the row, or empty. */
  run(given: { readonly id: string; readonly value: string }): ActionOutcome | Promise<ActionOutcome>;
};

/** A provider that plays. */
export type Playing = {
  /** The settings that connect a shop to it, without the one that chooses it. */
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
  /** The setting that chooses it in a shop, and its value. */
  readonly choice: readonly [setting: string, value: string];
  /** How many ports it listens on. */
  readonly ports: number;
  readonly failures: FailuresOf;
  /** Rejects with the error of `listen` if a port is taken. */
  start(stage: Stage): Promise<Playing>;
};

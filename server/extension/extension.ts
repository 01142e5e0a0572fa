import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { FailureName } from "#contract/failures.ts";
import type { Page } from "#contract/page.ts";
import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { CallCounter } from "#server/api/call-counter.ts";
import type { Handler } from "#server/api/call.ts";
import type { LimitRow } from "#server/config/limit.ts";
import type { ExtensionLimits, LimitName } from "#server/config/limits.ts";
import type { Expired } from "#server/platform/database/old-rows.ts";
import type { Definition, ExtensionMetrics, Sample } from "#server/platform/metrics.ts";
import type { SecurityEventRow, ExtensionSecurityEvents } from "#server/platform/security/events.ts";
import type { ExtensionJobs, Tasks } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import type { Config } from "#server/config/config.ts";
import type { PaymentOptions, PortName } from "#server/config/options.ts";
import type { Rule } from "#server/config/rule.ts";
import type { Chapter } from "#server/config/setting.ts";
import type { Command } from "#server/command.ts";
import type { ReductionKeeper } from "#server/sale/checkout/reductions.ts";
import type { SummaryField } from "#server/sale/steps/summary-field.ts";
import type { Services } from "#server/services.ts";
import type { Adapters, Options, WithAdapters } from "./adapters.ts";
import { chosenOptions } from "./chosen.ts";
import type { DeskSection } from "./desk-section.ts";

/**
 * An optional part of Kasse, as one value. The core knows it only by this type. Its folder adds the types of its
 * settings, jobs, tables and security events to `ExtensionConfig`, `ExtensionJobs`, `Tables` and
 * `ExtensionSecurityEvents`, so that they vanish with the folder (docs/extensions.md).
 *
 * The value itself must be cheap, because every program loads it. What runs is loaded by `load`, once the settings
 * switch it on.
 */
export type Extension = {
  /** The name of its folder. Its tables, settings, jobs and metrics are named after it. */
  readonly name: string;
  /** What it is, as Markdown for docs/extensions.md, where it links to its README. */
  readonly about: string;
  /** The version of Kasse that it was written for, such as `1.0`. Only those from outside of the tree need it. */
  readonly kasse?: string;
  /** What the setting `EXTENSIONS` calls it. The start sets it for those from outside of the tree. */
  readonly outside?: string;
  /** Its settings, as a chapter of docs/settings.md. */
  readonly chapter?: Chapter;
  /** Whether the settings switch it on. Otherwise nothing of it is loaded. */
  isOn(config: Config): boolean;
  /**
   * Rules about several settings, such as a missing partner. A rule reads only what it needs. `paysInPage`:
   * whether people pay in a form in the shop's page.
   */
  readonly contradictions?: readonly ((config: Config, shop: { paysInPage(): boolean }) => ReturnType<Rule>)[];
  /** The web addresses that it calls, by setting; null if the settings name none. Production demands https. */
  readonly addresses?: Readonly<Record<string, (config: Config) => string | null>>;
  /** Its other connections, by setting. `encrypted`: how one is encrypted, such as `smpps://`. */
  readonly connections?: Readonly<Record<string, Connection>>;
  /** Returns a sentence for each of its settings that production forbids. */
  readonly forbidden?: (config: Config) => readonly string[];
  /**
   * The options that it adds to choices of the core, such as a payment provider, each with its settings. `load` returns
   * their adapters.
   */
  readonly options?: Options;
  /** What its options do, for the text of the choice in docs/settings.md, such as "`s3`: object storage". */
  readonly optionTexts?: { readonly [Port in PortName]?: string };
  /** What replaces settings of earlier versions, so that an operator's setting is never silently ignored. */
  readonly removed?: readonly (readonly [name: RegExp, instead: string])[];
  /** Its payment providers whose form is in the shop's page, from which it leads the whole window to the bank. */
  readonly formsInPage?: readonly (keyof PaymentOptions)[];
  /**
   * The library in `libraries/` that it needs while it is on, and the setting that switches it on (ADR 24); without
   * `setting`, the option that is chosen.
   */
  readonly library?: { readonly folder: string; readonly name: string; readonly setting?: string };
  /** Its limits, which the setting `LIMITS` can change. */
  readonly limits?: { readonly [Name in keyof ExtensionLimits]?: LimitRow };
  /** Its metrics, for docs/metrics.md. `figures` reads them. */
  readonly metrics?: { readonly [Name in keyof ExtensionMetrics]?: Definition };
  readonly securityEvents?: { readonly [Name in keyof ExtensionSecurityEvents]?: SecurityEventRow };
  /** The numbers of its advisory locks in PostgreSQL, which nobody else may use. */
  readonly locks?: Readonly<Record<string, number>>;
  readonly jobs?: { readonly [Name in keyof ExtensionJobs]?: ExtensionJob };
  /** The job that looks for news of orders; queued whenever there are some. Its payload is empty. */
  readonly onOrderNews?: keyof ExtensionJobs;
  /** The folder with its migrations. Their numbers continue those of all other folders. */
  readonly migrations?: URL;
  /** Its calls under `/public-api`, each with the failure that answers it while the extension is off. */
  readonly calls?: { readonly [Name in ExtensionCallName]?: FailureName };
  /** Imports what runs while it is on. */
  readonly load?: () => Promise<Running>;
  /** Imports its commands of `kasse`, which do not depend on whether it is on. */
  readonly loadCommands?: () => Promise<{ readonly commands: readonly Command[] }>;
  /**
   * Imports what removes and returns the data in its tables. Runs even while the extension is off, because the data of
   * a person may be older than that.
   */
  readonly loadUpkeep?: () => Promise<Upkeep>;
};

/** A connection that is not the web's. Production demands that it is encrypted. */
type Connection = { isClear(config: Config): boolean; readonly encrypted: string };

/** A job of an extension. It runs in the lane `events`. */
type ExtensionJob = {
  /** When it runs by itself (UTC), in the notation of graphile-worker, without its name. */
  readonly timetable?: string;
};

/** What removes and returns the data in the tables of an extension. */
export type Upkeep = {
  /** Rows whose time has passed, which the nightly purge removes. `about`: what they are, for its log. */
  readonly retention: readonly { readonly about: string; old(now: Date): Expired }[];
  readonly person?: PersonalData;
};
/** What an extension has stored about persons. */
export type PersonalData = {
  /** Its name in the export of a person's data. */
  readonly name: string;
  /**
   * Returns what is stored about the person with this e-mail address, as stored: what cannot be read any more has to be
   * erased too.
   */
  find(db: Handle, email: string): Promise<readonly object[]>;
  /** Returns what was found as it is exported. */
  shown(found: readonly object[]): readonly object[];
  /**
   * Erases what is stored about a person, in the transaction that erases the person. `checkoutIds`: their checkouts
   * without an order. Returns what was removed, as in "2 prepared purchases".
   */
  erase(
    tx: Handle,
    person: { readonly email: string; readonly checkoutIds: readonly string[]; readonly found: readonly object[] },
  ): Promise<readonly string[]>;
};

/** A query that fills metrics. Its cost must not grow with the number of all orders. */
export type Figures = {
  /** Its label in `kasse_collection_failures_total` and in the log. */
  readonly name: string;
  readonly fills: readonly (keyof ExtensionMetrics)[];
  read(db: ReadHandle, now: Date): Promise<Readonly<Partial<Record<keyof ExtensionMetrics, readonly Sample[]>>>>;
};

/** What an extension does while it is on. */
export type Running = {
  /** Connects the system of each of its options. Is called once the settings choose it. */
  readonly ports?: Adapters;
  /** Returns the handlers of its calls. */
  handlers?(services: Services): { readonly [Name in ExtensionCallName]?: Handler<Name> };
  /** Registers routes of its own on the shop's port. */
  routes?(app: FastifyInstance, services: Services, counter: CallCounter<LimitName>): void;
  /** Prefixes of paths whose requests its own routes count, so that the limit of pages does not. */
  readonly countsItself?: readonly `/${string}/`[];
  /** Returns how pages of the shop are shown in frames of other sites; null if they are not. */
  embedding?(config: Config): Embedding | null;
  readonly figures?: readonly Figures[];
  /** What it decides about its reductions, which `services.reduce` puts into purchases. */
  readonly reductions?: ReductionKeeper;
  /** Returns its field below the order's lines, such as one for a voucher code. */
  summaryField?(services: Services): SummaryField;
  /** Returns its page at the desk. The services have the connections of jobs and desk. */
  desk?(services: Services): DeskSection;
  /** Returns the task of each of its jobs. */
  tasks?(services: Services): Partial<Tasks>;
  /** Returns the receivers of events that accept nothing, for the metric `kasse_receiver_failing_seconds`. */
  failingReceivers?(db: ReadHandle): Promise<readonly FailingReceiver[]>;
  /** Begins to observe this process, before it connects to anything. */
  observe?(config: Config, log: Pick<Logger, "warn">): Observer;
  /** Listens on a port of its own, in the process that serves the desk. Null if its settings name no port. */
  listen?(host: Host): Promise<Port | null>;
};

/** The origins that may show pages of the shop in a frame, and what the pages agree with their hosts. */
export type Embedding = NonNullable<Page["embedded"]>;
export type FailingReceiver = { readonly receiver: string; readonly since: Date };
/** What watches a process from outside of its calls and jobs. */
export type Observer = {
  /** Gets the shop's app before its routes are registered. */
  calls(app: FastifyInstance): void;
  /** Wraps the tasks of all jobs. */
  tasks(tasks: Tasks): Tasks;
  /** Gets the metrics of the process. `names`: those that may be sent elsewhere. */
  metrics(
    metrics: { readonly registry: Registry; collect(isReady: null): Promise<void> },
    names: readonly string[],
  ): void;
  stop(): Promise<void>;
};
export type Port = { readonly address: string; stop(): Promise<void> };

/** What an extension's port gets. Its services have the connections of jobs and desk, not those of shoppers. */
export type Host = {
  readonly services: Services;
  readonly now: Clock;
  /** Writes a line into the audit log, in the caller's transaction. `actor`: a person or system, as `plm`. */
  audit(tx: Handle, line: { readonly actor: string; readonly action: string; readonly what: string }): Promise<void>;
};

/** An extension as it is declared. One with options is on if one of them is chosen, and need not say so. */
type Declared = Extension | (Omit<Extension, "isOn"> & { readonly options: Options; readonly isOn?: never });

/**
 * Declares an extension, with the literal names of its parts. An option without an adapter is a type error.
 *
 * @public for extensions
 */
export function defineExtension<const Value extends Declared>(
  value: Value & WithAdapters<Value>,
): Value & Pick<Extension, "isOn"> {
  const { options = {} } = value;
  return { isOn: (config) => chosenOptions(options, config).length > 0, ...value };
}

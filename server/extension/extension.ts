import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { SecurityEventRow, ExtensionSecurityEvents } from "#server/platform/security/events.ts";
import type { ExtensionJobs, Tasks } from "#server/platform/jobs/tasks.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";
import type { Config } from "#server/config/config.ts";
import type { Rule } from "#server/config/rule.ts";
import type { Chapter } from "#server/config/setting.ts";
import type { Services } from "#server/services.ts";

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
  /** Its settings, as a chapter of docs/settings.md. */
  readonly chapter?: Chapter;
  /** Whether the settings switch it on. Otherwise nothing of it is loaded. */
  isOn(config: Config): boolean;
  /** Rules about several settings, such as a missing partner. A rule reads only the settings that it needs. */
  readonly contradictions?: readonly Rule[];
  /** The web addresses that it calls, by setting; null if the settings name none. Production demands https. */
  readonly addresses?: Readonly<Record<string, (config: Config) => string | null>>;
  /** The library in `libraries/` that it needs while it is on, and the setting that switches it on (ADR 24). */
  readonly library?: { readonly folder: string; readonly name: string; readonly setting: string };
  readonly securityEvents?: { readonly [Name in keyof ExtensionSecurityEvents]?: SecurityEventRow };
  /** The numbers of its advisory locks in PostgreSQL, which nobody else may use. */
  readonly locks?: Readonly<Record<string, number>>;
  readonly jobs?: { readonly [Name in keyof ExtensionJobs]?: ExtensionJob };
  /** The job that looks for news of orders; queued whenever there are some. Its payload is empty. */
  readonly onOrderNews?: keyof ExtensionJobs;
  /** The folder with its migrations. Their numbers continue those of all other folders. */
  readonly migrations?: URL;
  load(): Promise<Running>;
};

/** A job of an extension. It runs in the lane `events`. */
type ExtensionJob = {
  /** When it runs by itself (UTC), in the notation of graphile-worker, without its name. */
  readonly timetable?: string;
};

/** What an extension does while it is on. */
export type Running = {
  /** Returns the task of each of its jobs. */
  tasks?(services: Services): Partial<Tasks>;
  /** Returns the receivers of events that accept nothing, for the metric `kasse_receiver_failing_seconds`. */
  failingReceivers?(db: ReadHandle): Promise<readonly FailingReceiver[]>;
  /** Begins to observe this process, before it connects to anything. */
  observe?(config: Config, log: Pick<Logger, "warn">): Observer;
  /** Listens on a port of its own, in the process that serves the desk. Null if its settings name no port. */
  listen?(host: Host): Promise<Port | null>;
};

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

/**
 * Declares an extension, with the literal names of its parts.
 *
 * @public for extensions
 */
export const defineExtension = <const Value extends Extension>(extension: Value): Value => extension;

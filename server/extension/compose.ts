import type { Logger } from "pino";
import type { Config } from "#server/config/config.ts";
import type { ReadHandle } from "#server/platform/database/database.ts";
import type { Timetable } from "#server/platform/jobs/lanes.ts";
import type { NewJob } from "#server/platform/jobs/queue.ts";
import type { JobName, Tasks } from "#server/platform/jobs/tasks.ts";
import type { FastifyInstance } from "fastify";
import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { CallCounter } from "#server/api/call-counter.ts";
import type { Handlers } from "#server/api/call.ts";
import type { LimitName } from "#server/config/limits.ts";
import type { Tree } from "#server/config/setting.ts";
import { rowsOf } from "#server/config/walk.ts";
import type { ReductionKeepers } from "#server/sale/checkout/reductions.ts";
import type { SummaryFields } from "#server/sale/steps/summary-field.ts";
import type { Services } from "#server/services.ts";
import { handlersOf } from "./calls.ts";
import type { DeskSection, DeskSections } from "./desk-section.ts";
import { ExtensionError } from "./failure.ts";
import type { Embedding, Extension, FailingReceiver, Figures, Host, Observer, Port, Running } from "./extension.ts";
import { wrongSectionPart } from "./section-shape.ts";

/** The extensions of a running shop, together. */
export type Extensions = {
  /** The names of those from outside of the tree. */
  readonly outside: readonly string[];
  /** The jobs that look for news of orders. */
  readonly orderNews: readonly NewJob[];
  readonly reductions: ReductionKeepers;
  readonly timetable: Timetable;
  /**
   * Returns the task of each job of all extensions. Jobs that were queued before an extension was switched off are
   * completed without work, so that they do not wait forever.
   */
  tasks(services: Services): Partial<Tasks>;
  failingReceivers(db: ReadHandle): Promise<readonly FailingReceiver[]>;
  readonly figures: readonly Figures[];
  handlers(services: Services): Pick<Handlers, ExtensionCallName>;
  routes(app: FastifyInstance, services: Services, counter: CallCounter<LimitName>): void;
  /** The fields below the order's lines, by extension. */
  summaryFields(services: Services): SummaryFields;
  /** The pages at the desk, by extension. Throws if one is described wrongly. */
  deskSections(services: Services): DeskSections;
  /** Prefixes of paths whose requests the extensions count themselves. */
  readonly countsItself: readonly string[];
  /** How pages are shown in frames of other sites; null if they are not. */
  embedding(config: Config): Embedding | null;
  /** Begins to observe this process. */
  observe(config: Config, log: Pick<Logger, "warn">): Observer;
  /** Opens the ports of the extensions. */
  listen(host: Host): Promise<Ports>;
};

/** The addresses of ports by extension. */
type Ports = { readonly addresses: Readonly<Record<string, string>>; stop(): Promise<void> };

/** Loads the extensions that the settings switch on. Throws if one has no task for a job that it declares. */
export async function loadExtensions(all: readonly Extension[], config: Config): Promise<Extensions> {
  const on = all.filter((extension) => extension.isOn(config));
  const loaded: (readonly [Extension, Running])[] = await Promise.all(
    on.map(async (extension) => [extension, (await extension.load?.()) ?? {}] as const),
  );
  const timetables = await Promise.all(on.map(timetableOf));
  const runningAll = loaded.map(([, running]) => running);
  return {
    outside: on.flatMap(({ name, outside }) => (outside === undefined ? [] : [name])),
    orderNews: on.flatMap(({ onOrderNews: name }) =>
      name === undefined ? [] : [{ name, payload: {}, key: name } as NewJob],
    ),
    reductions: eachOf(loaded, (_, { reductions }) => reductions),
    timetable: Object.assign({}, ...timetables) as Timetable,
    tasks: (services) =>
      Object.assign(
        {},
        ...all.map((extension) => tasksOf(extension, new Map(loaded).get(extension), services)),
      ) as Partial<Tasks>,
    failingReceivers: async (db) =>
      (await Promise.all(runningAll.map(async (running) => running.failingReceivers?.(db) ?? []))).flat(),
    figures: runningAll.flatMap(({ figures = [] }) => figures),
    handlers: (services) => handlersOf(all, new Map(loaded), services),
    routes: (app, services, counter) => runningAll.forEach((running) => running.routes?.(app, services, counter)),
    summaryFields: (services) => eachOf(loaded, (_, running) => running.summaryField?.(services)),
    deskSections: (services) => eachOf(loaded, (extension, running) => sectionOf(extension, running, services)),
    countsItself: runningAll.flatMap(({ countsItself = [] }) => countsItself),
    embedding: (ofConfig) => runningAll.map((running) => running.embedding?.(ofConfig) ?? null).find(Boolean) ?? null,
    observe: (ofConfig, log) => together(runningAll.flatMap((running) => running.observe?.(ofConfig, log) ?? [])),
    async listen(host) {
      const ports: (readonly [string, Port])[] = [];
      for (const [{ name }, running] of loaded) {
        const port = await running.listen?.(host);
        if (port) ports.push([name, port]);
      }
      return {
        addresses: Object.fromEntries(ports.map(([name, { address }]) => [name, address])),
        stop: async () => void (await Promise.all(ports.map(([, port]) => port.stop()))),
      };
    },
  };
}

/** Returns a part of each extension that has it, by the extension's name. */
const eachOf = <Part>(
  loaded: readonly (readonly [Extension, Running])[],
  partOf: (extension: Extension, running: Running) => Part | undefined,
): ReadonlyMap<string, Part> =>
  new Map(
    loaded.flatMap(([extension, running]) => {
      const part = partOf(extension, running);
      return part === undefined ? [] : [[extension.name, part] as const];
    }),
  );

function sectionOf(extension: Extension, running: Running, services: Services): DeskSection | undefined {
  const section = running.desk?.(services);
  const wrong = section === undefined ? null : wrongSectionPart(section);
  if (wrong !== null) throw new ExtensionError(`The extension ${called(extension)} cannot be used: its ${wrong}.`);
  return section;
}

const together = (observers: readonly Observer[]): Observer => ({
  calls: (app) => observers.forEach((each) => each.calls(app)),
  tasks: (tasks) => observers.reduce((wrapped, each) => each.tasks(wrapped), tasks),
  metrics: (metrics, names) => observers.forEach((each) => each.metrics(metrics, names)),
  stop: async () => void (await Promise.all(observers.map((each) => each.stop()))),
});

/** Returns the rows of an extension's jobs in graphile-worker's timetable. */
async function timetableOf(extension: Extension): Promise<Timetable> {
  // Imported here, because what only asks for clashes needs no worker.
  const { parseCrontab } = await import("graphile-worker");
  const rows = Object.entries<{ readonly timetable?: string }>(extension.jobs ?? {}).flatMap(
    ([name, { timetable }]) => {
      if (timetable === undefined) return [];
      // The notation has five fields for the time; then comes the name of the job.
      const fields = timetable.split(" ");
      const row = [...fields.slice(0, 5), name, ...fields.slice(5)].join(" ");
      try {
        parseCrontab(row);
      } catch (cause) {
        const sentence = `The extension ${called(extension)} has a timetable for its job ${name} that is none: "${timetable}".`;
        throw new ExtensionError(sentence, { cause });
      }
      return [[name, row]];
    },
  );
  return Object.fromEntries(rows) as Timetable;
}

const nothing = async () => undefined;

function tasksOf({ name, jobs = {} }: Extension, running: Running | undefined, services: Services): Partial<Tasks> {
  const tasks = running?.tasks?.(services) ?? {};
  const named = (Object.keys(jobs) as JobName[]).map((job) => {
    const task = running ? tasks[job] : nothing;
    if (!task) throw new ExtensionError(`The extension ${name} has no task for its job ${job}.`);
    return [job, task];
  });
  const spare = Object.keys(tasks).find((task) => !Object.hasOwn(jobs, task));
  if (spare !== undefined)
    throw new ExtensionError(`The extension ${name} has a task ${spare}, but no job of that name in its \`jobs\`.`);
  return Object.fromEntries(named) as Partial<Tasks>;
}

/** Returns the names of an extension's settings, each once. */
function settingsOf({ chapter, options = {} }: Extension): string[] {
  const trees = [chapter?.settings ?? {}, ...Object.values(options).flatMap((added) => Object.values<Tree>(added))];
  return [...new Set(trees.flatMap((tree) => rowsOf(tree).map(({ entry }) => entry.name)))];
}

/** Returns what an extension is called in a sentence, such as `vouchers (./vouchers)`. */
const called = ({ name, outside }: Extension) => (outside === undefined ? name : `${name} (${outside})`);

/** Returns a sentence for each name that two extensions, or an extension and the core, have both. */
export function clashes(
  all: readonly Extension[],
  core: {
    readonly settings: readonly string[];
    readonly jobs: readonly string[];
    readonly limits: readonly string[];
    readonly metrics: readonly string[];
    readonly locks: readonly number[];
    readonly events: readonly string[];
  },
): readonly string[] {
  const named = (
    what: string,
    taken: readonly (string | number)[],
    namesOf: (one: Extension) => (string | number)[],
  ) => {
    const owners = new Map<string | number, Extension | null>(taken.map((name) => [name, null]));
    return all.flatMap((extension) =>
      namesOf(extension).flatMap((name) => {
        const owner = owners.get(name);
        owners.set(name, extension);
        // Two with one name may be the same twice, with everything twice, and their name is a mistake already.
        if (owner === undefined || (owner?.name === extension.name && what !== "name")) return [];
        const other = owner === null ? "Kasse itself" : `the extension ${called(owner)}`;
        return [`The extension ${called(extension)} and ${other} both have the ${what} ${name}.`];
      }),
    );
  };
  return [
    ...named("name", [], ({ name }) => [name]),
    ...named("setting", core.settings, settingsOf),
    ...named("job", core.jobs, ({ jobs = {} }) => Object.keys(jobs)),
    ...named("call", [], ({ calls = {} }) => Object.keys(calls)),
    ...named("limit", core.limits, ({ limits = {} }) => Object.keys(limits)),
    ...named("metric", core.metrics, ({ metrics = {} }) => Object.keys(metrics)),
    ...named("lock", core.locks, ({ locks = {} }) => Object.values(locks)),
    ...named("security event", core.events, ({ securityEvents = {} }) => Object.keys(securityEvents)),
  ];
}

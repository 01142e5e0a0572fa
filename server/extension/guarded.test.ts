import { expect, test, vi } from "vitest";
import { judgeBy, put } from "#server/config/rule.ts";
import { loadExtensions } from "./compose.ts";
import { contradictionsOf } from "./declared.ts";
import type { Extension } from "./extension.ts";
import { ExtensionError } from "./failure.ts";
import { guarded } from "./guarded.ts";
import { connectPort } from "./ports.ts";

const config = {} as never;
const services = {} as never;
const fails = () => {
  throw new Error("no wind.");
};
/** Returns an extension from outside with parts that no type knows. */
const kites = (parts: object): Extension =>
  guarded({ name: "kites", about: "", isOn: () => true, ...parts } as Extension, "./kites", "/guarded.test.ts");
const running = (parts: object) => loadExtensions([kites({ load: async () => parts })], config);

/** The calls of the core at the start, each with an extension whose part fails, and what the operator reads. */
const CASES: Readonly<Record<string, readonly [() => unknown, string]>> = {
  isOn: [() => loadExtensions([kites({ isOn: fails })], config), "cannot say whether it is on"],
  load: [() => loadExtensions([kites({ load: fails })], config), "cannot be loaded"],
  "load, later": [() => loadExtensions([kites({ load: async () => fails() })], config), "cannot be loaded"],
  loadCommands: [() => kites({ loadCommands: async () => fails() }).loadCommands?.(), "cannot load its commands"],
  loadUpkeep: [() => kites({ loadUpkeep: fails }).loadUpkeep?.(), "cannot load what removes its old data"],
  routes: [
    async () => (await running({ routes: fails })).routes({} as never, services, {} as never),
    "cannot register its routes",
  ],
  tasks: [async () => (await running({ tasks: fails })).tasks(services), "cannot make its tasks"],
  handlers: [
    async () => (await running({ handlers: fails })).handlers(services),
    "cannot make the handlers of its calls",
  ],
  embedding: [async () => (await running({ embedding: fails })).embedding(config), "cannot say who may embed pages"],
  observe: [
    async () => (await running({ observe: fails })).observe(config, {} as never),
    "cannot observe this process",
  ],
  listen: [async () => (await running({ listen: async () => fails() })).listen({} as never), "cannot open its port"],
  ports: [
    () => {
      const load = async () => ({ ports: { sms: { pigeon: fails } } });
      const pigeons = kites({ options: { sms: { pigeon: {} } }, load });
      return connectPort([pigeons], "sms", { provider: "pigeon" }, {} as never);
    },
    "cannot connect pigeon",
  ],
};

test.each(Object.entries(CASES))("an extension from outside that fails in %s is named", async (_part, row) => {
  const [call, what] = row;
  const error: unknown = await Promise.resolve()
    .then(call)
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ExtensionError);
  // With the place in its own code.
  expect((error as Error).message).toMatch(
    new RegExp(`^The extension kites \\(\\./kites\\) ${what}: no wind \\(.*guarded\\.test\\.ts:\\d+:\\d+\\)\\.$`),
  );
});

test("what is thrown may be no error", async () => {
  const load = () => Promise.reject("no string" as unknown as Error);
  await expect(loadExtensions([kites({ load })], config)).rejects.toThrow(
    "The extension kites (./kites) cannot be loaded: no string.",
  );
});

test.each([
  [{ tasks: { fly: fails } }, "`tasks` must be a function"],
  [{ figures: { kites: 1 } }, "`figures` must be a list"],
  [{ ports: { sms: { kite: "" } } }, "`ports.sms.kite` must be a function"],
])("what is loaded has parts of the right type: %j", async (parts, sentence) => {
  await expect(running(parts)).rejects.toThrow(
    new ExtensionError(`The extension kites (./kites) cannot be used: its ${sentence}.`),
  );
});

test("one that does not end fails after a minute", async () => {
  vi.useFakeTimers();
  try {
    const loaded = loadExtensions([kites({ load: () => new Promise(() => undefined) })], config);
    const refused = expect(loaded).rejects.toThrow(/cannot be loaded: it took more than 60 seconds\.$/);
    await vi.advanceTimersByTimeAsync(60_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
});

test("a job without a task and a call without a handler are named", async () => {
  const parts = { jobs: { fly: {} }, calls: { land: "notFound" } };
  const loaded = await loadExtensions([kites({ ...parts, load: async () => undefined })], config);
  expect(() => loaded.tasks(services)).toThrow(new ExtensionError("The extension kites has no task for its job fly."));
  expect(() => loaded.handlers(services)).toThrow(
    new ExtensionError("The extension kites has no handler for its call land."),
  );
});

test("a task of no job is named, because it would never run", async () => {
  const parts = { jobs: { fly: {} }, load: async () => ({ tasks: () => ({ fly: fails, land: fails }) }) };
  const loaded = await loadExtensions([kites(parts)], config);
  expect(() => loaded.tasks(services)).toThrow(
    new ExtensionError("The extension kites has a task land, but no job of that name in its `jobs`."),
  );
});

test("a rule that fails is a mistake beside all others; one that reads an unreadable setting says nothing", () => {
  const settings = {};
  put(settings, "wind", undefined);
  const one = kites({
    contradictions: [fails, (read: { readonly wind: string }) => [read.wind], () => ["too short"]],
    addresses: { KITES_URL: fails },
    connections: { KITES_LINE: { isClear: fails, encrypted: "lines://" } },
    forbidden: fails,
  });
  const { addresses, connections, forbidden } = one;
  const rules = [
    ...contradictionsOf([one]),
    () => [addresses?.["KITES_URL"]?.(config) ?? ""],
    () => [String(connections?.["KITES_LINE"]?.isClear(config))],
    () => forbidden?.(config) ?? [],
  ];
  const broken = /^The extension kites \(\.\/kites\) cannot judge its settings: no wind \(.*guarded\.test\.ts/;
  expect(judgeBy(rules, settings as never)).toEqual([
    expect.stringMatching(broken),
    "too short",
    ...[1, 2, 3].map(() => expect.stringMatching(broken) as string),
  ]);
  expect(connections?.["KITES_LINE"]?.encrypted).toBe("lines://");
});

test("what an extension loads may be an instance of a class, with parts that nothing guards", async () => {
  class Flying {
    readonly countsItself = ["/kites/"] as const;
    height = 7;
    tasks() {
      return { fly: async () => this.height };
    }
    failingReceivers() {
      return Promise.resolve([{ receiver: "wind", since: new Date(0) }]);
    }
  }
  const loaded = await loadExtensions([kites({ jobs: { fly: {} }, load: async () => new Flying() })], config);
  const tasks = loaded.tasks(services) as Readonly<Record<string, () => Promise<unknown>>>;
  expect(await tasks["fly"]?.()).toBe(7);
  expect(loaded.countsItself).toEqual(["/kites/"]);
  expect(await loaded.failingReceivers({} as never)).toHaveLength(1);
});

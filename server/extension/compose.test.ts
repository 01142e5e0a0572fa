import { expect, test } from "vitest";
import { EXTENSIONS } from "#extensions/index.ts";
import { text } from "#server/config/schemas.ts";
import { setting } from "#server/config/setting.ts";
import { CORE_SETTINGS } from "#server/config/settings.ts";
import { CORE_LIMITS } from "#server/config/limits.ts";
import { LOCKS } from "#server/platform/database/locks.ts";
import { CORE_JOBS } from "#server/platform/jobs/lanes.ts";
import { SECURITY_EVENTS } from "#server/platform/security/events.ts";
import { clashes, loadExtensions } from "./compose.ts";
import type { Extension } from "./extension.ts";
import { ExtensionError } from "./failure.ts";

type Tasks = Readonly<Record<string, (payload: object) => Promise<void>>>;

const config = {} as never;
const services = {} as never;
const core = {
  settings: CORE_SETTINGS,
  jobs: CORE_JOBS,
  limits: CORE_LIMITS,
  metrics: ["kasse_ready"],
  locks: Object.values(LOCKS),
  events: Object.keys(SECURITY_EVENTS),
};
const job = "look-for-news" as never;
/** Returns an extension with names that no type knows. */
const example = (parts: object): Extension =>
  ({ name: "example", about: "", isOn: () => true, load: async () => ({}), ...parts }) as Extension;

test("the extensions of this build have no name twice", () => {
  expect(clashes(EXTENSIONS, core)).toEqual([]);
});

test("each name that is there twice is a sentence with both owners", () => {
  const one = example({ name: "one", jobs: { [job]: {} }, locks: { mine: 1 } });
  const other = example({
    name: "other",
    chapter: { title: "Other", settings: { port: setting("PORT", text, { about: "" }) } },
    options: { sms: { other: { url: setting("SMTP_URL", text, { about: "" }) } } },
    jobs: { [job]: {}, purge: {} },
    limits: { ["codesInAll" as never]: {} as never },
    metrics: { ["kasse_ready" as never]: {} as never },
    locks: { mine: 1, catalogue: LOCKS.catalogue },
    securityEvents: { login: { level: "info", about: "" } },
  });
  expect(clashes([one, other, one], core)).toEqual([
    "The extension one and the extension one both have the name one.",
    "The extension other and Kasse itself both have the setting PORT.",
    "The extension other and Kasse itself both have the setting SMTP_URL.",
    "The extension other and the extension one both have the job look-for-news.",
    "The extension other and Kasse itself both have the job purge.",
    "The extension one and the extension other both have the job look-for-news.",
    "The extension other and Kasse itself both have the limit codesInAll.",
    "The extension other and Kasse itself both have the metric kasse_ready.",
    "The extension other and the extension one both have the lock 1.",
    `The extension other and Kasse itself both have the lock ${LOCKS.catalogue}.`,
    "The extension one and the extension other both have the lock 1.",
    "The extension other and Kasse itself both have the security event login.",
  ]);
});

test("one from outside is named with what `EXTENSIONS` calls it", () => {
  const own = example({ jobs: { [job]: {} } });
  const mine = example({ jobs: { [job]: {}, purge: {} }, outside: "./mine" });
  expect(clashes([own, mine], core)).toEqual([
    "The extension example (./mine) and the extension example both have the name example.",
    "The extension example (./mine) and Kasse itself both have the job purge.",
  ]);
});

test.each(["every minute", "99 * * * *", "* * * *"])(
  "the timetable %s refuses the start by name",
  async (timetable) => {
    await expect(loadExtensions([example({ jobs: { [job]: { timetable } } })], config)).rejects.toThrow(
      new ExtensionError(
        `The extension example has a timetable for its job ${String(job)} that is none: "${timetable}".`,
      ),
    );
  },
);

test("an extension that is off is not loaded, and completes the jobs that it left behind", async () => {
  const off = example({
    isOn: () => false,
    jobs: { [job]: { timetable: "* * * * * ?max=3" } },
    onOrderNews: job,
    load: () => Promise.reject(new Error("loaded")),
  });
  const { tasks, timetable, orderNews, listen, failingReceivers } = await loadExtensions([off], config);
  expect([timetable, orderNews, await failingReceivers({} as never)]).toEqual([{}, [], []]);
  expect((await listen({} as never)).addresses).toEqual({});
  await expect((tasks(services) as Tasks)[job]?.({})).resolves.toBeUndefined();
});

test("an extension that is on has its tasks, timetable, news, receivers and port", async () => {
  const called: string[] = [];
  const since = new Date(0);
  const on = example({
    jobs: { [job]: { timetable: "7 * * * * ?max=3" } },
    onOrderNews: job,
    load: async () => ({
      tasks: () => ({ [job]: async () => void called.push("task") }),
      failingReceivers: async () => [{ receiver: "crm", since }],
      listen: async () => ({ address: "http://127.0.0.1:1", stop: async () => void called.push("stop") }),
    }),
  });
  const silent = example({ name: "silent", load: async () => ({ listen: async () => null }) });
  const extensions = await loadExtensions([on, silent], config);
  expect(extensions.timetable).toEqual({ [job]: "7 * * * * look-for-news ?max=3" });
  expect(extensions.orderNews).toEqual([{ name: job, payload: {}, key: job }]);
  expect(await extensions.failingReceivers({} as never)).toEqual([{ receiver: "crm", since }]);
  await (extensions.tasks(services) as Tasks)[job]?.({});
  const ports = await extensions.listen({} as never);
  expect(ports.addresses).toEqual({ example: "http://127.0.0.1:1" });
  await ports.stop();
  expect(called).toEqual(["task", "stop"]);
});

test("a call of an extension that is off is refused as it says, and one that is on needs a handler", async () => {
  const call = "ask" as never;
  const calls = { [call]: "notFound" };
  type Answers = Readonly<Record<string, () => Promise<object>>>;
  const off = await loadExtensions([example({ calls, isOn: () => false })], config);
  await expect((off.handlers(services) as unknown as Answers)["ask"]?.()).resolves.toMatchObject({
    ok: false,
    failure: { name: "notFound" },
  });
  const handlers = () => ({ [call]: async () => ({ ok: true }) });
  const on = await loadExtensions([example({ calls, load: async () => ({ handlers }) })], config);
  await expect((on.handlers(services) as unknown as Answers)["ask"]?.()).resolves.toEqual({ ok: true });
  const forgetful = await loadExtensions([example({ calls })], config);
  expect(() => forgetful.handlers(services)).toThrow("The extension example has no handler for its call ask");
});

test("only an extension that is on counts requests itself and allows frames", async () => {
  const frame = { version: "1", origins: ["https://host.example"], delegations: [] };
  const load = async () => ({ countsItself: ["/own/"], embedding: () => frame });
  const of = async (isOn: boolean) => {
    const { countsItself, embedding } = await loadExtensions([example({ isOn: () => isOn, load })], config);
    return [countsItself, embedding(config)];
  };
  expect(await of(true)).toEqual([["/own/"], frame]);
  expect(await of(false)).toEqual([[], null]);
});

test("a job without a task refuses the start", async () => {
  const forgetful = example({ jobs: { [job]: {} } });
  const { tasks } = await loadExtensions([forgetful], config);
  expect(() => tasks(services)).toThrow("The extension example has no task for its job look-for-news");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CORES_VARIABLE, takeCore } from "../../test/support/core.ts";
import { shareCores, type Cores } from "./cores.ts";

let cores: Cores;
const before = process.env[CORES_VARIABLE];
const share = async (count: number, urgency: (suite: string) => number = () => 1) => {
  cores = await shareCores({ cores: count, urgency: ({ suite }) => urgency(suite) });
  process.env[CORES_VARIABLE] = cores.variable[CORES_VARIABLE];
};
afterEach(async () => {
  await cores.stop();
  if (before === undefined) delete process.env[CORES_VARIABLE];
  else process.env[CORES_VARIABLE] = before;
});

const running = () => cores.running().map(({ file }) => file);
const runs = (...files: readonly string[]) => vi.waitFor(() => expect(running()).toEqual(files), { timeout: 60_000 });

describe("the scheduler of a run", () => {
  test("never runs more files than there are cores", async () => {
    await share(2);
    const all = ["a", "b", "c"].map((file) => takeCore({ suite: "http", file }));
    await runs("a", "b");
    (await all[0]!)();
    await runs("b", "c");
    (await all[1]!)();
    (await all[2]!)();
    await runs();
  });

  test("starts what is most urgent first", async () => {
    await share(1, (suite) => (suite === "browser" ? 2 : 1));
    const first = await takeCore({ suite: "http", file: "first" });
    const later = [takeCore({ suite: "unit", file: "short" }), takeCore({ suite: "browser", file: "long" })];
    await vi.waitFor(() => expect(cores.waiting()).toBe(2), { timeout: 60_000 });
    first();
    await runs("long");
    (await later[1]!)();
    await runs("short");
    (await later[0]!)();
  });

  test("gets a core back from a program that was killed", async () => {
    await share(1);
    const script = `import { takeCore } from "./test/support/core.ts"; await takeCore({ suite: "http", file: "killed" }); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
    await runs("killed");
    child.kill("SIGKILL");
    await once(child, "exit");
    await runs();
  });

  test("takes back a core only once", async () => {
    await share(1);
    const release = await cores.take({ suite: "checks", file: "types" });
    const next = cores.take({ suite: "checks", file: "lint" });
    release();
    release();
    await next;
    expect(running()).toEqual(["lint"]);
  });
});

test("without a run, no file waits", async () => {
  await share(1);
  delete process.env[CORES_VARIABLE];
  const release = await takeCore({ suite: "http", file: "by hand" });
  expect(running()).toEqual([]);
  release();
});

import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { State } from "#simulator/control/state.ts";
import { collectOutput, HOST, stop, test as base } from "./server.ts";

/** The simulator as a separate program. */
export type Simulator = {
  /** The address of its page. */
  readonly url: string;
  /** The settings that it wrote for the shop. */
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the data that a provider received, sent and stores. */
  provider(name: string): Promise<State["providers"][number]>;
};

type Options = { /** Names of the providers. */ readonly played: readonly string[] };

const START_TIMEOUT_MS = 20_000;

/** `test` with a shop that is connected to the simulator, started once for each worker. */
export const test = base.extend<object, Options & { readonly simulator: Simulator }>({
  played: [[], { scope: "worker", option: true }],
  simulator: [
    async ({ played, shopPort }, use) => {
      const folder = await mkdtemp(join(tmpdir(), "kasse-simulator-"));
      const file = join(folder, "simulator.env");
      const shop = `http://${HOST}:${shopPort}`;
      const child = spawn(
        process.execPath,
        ["dist/programs/simulator.js", "--port", "0", "--shop", shop, "--only", played.join(","), "--settings", file],
        { stdio: ["ignore", "pipe", "pipe"] },
      );
      const output = collectOutput(child);
      try {
        const url = await addressIn(output, child);
        const settings = parseEnv(await readFile(file, "utf8")) as Readonly<Record<string, string>>;
        await use({ url, settings, provider: (name) => providerAt(url, name) });
      } finally {
        await stop(child);
        await rm(folder, { recursive: true, force: true });
      }
    },
    { scope: "worker" },
  ],
  settings: [async ({ simulator }, use) => use(simulator.settings), { scope: "worker" }],
});

/** Waits until the simulator prints the address of its page, which it does when everything is ready. */
async function addressIn(output: () => string, child: ChildProcess): Promise<string> {
  const end = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const url = /The simulator is at (http:\S+);[^]*Ctrl\+C/.exec(output())?.[1];
    if (url) return url;
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The simulator did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function providerAt(url: string, name: string): Promise<State["providers"][number]> {
  const { providers } = (await (await fetch(`${url}/state`)).json()) as State;
  const found = providers.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is not simulated`);
  return found;
}

import { spawn, type ChildProcess } from "node:child_process";
import { relative } from "node:path";

/** The shop's process. */
export type Shop = {
  readonly origin: string;
  start(): void;
  /** Restarts the shop. Several changes at once cause one restart. */
  restart(file: string): void;
  /** Resolves to true when the shop is ready, or to false if it has ended and waits for the next change to restart. */
  ready(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Wait after a change, in ms, because editors write several files at once, and some write a file twice. */
const SETTLE_MS = 30;
/** Time that running requests get before the process is killed, in ms. */
const STOP_TIMEOUT_MS = 1000;

/** Creates the shop's process. `env` overrides the developer's environment. */
export function createShop(port: number, inspect: boolean, env: Readonly<Record<string, string>>): Shop {
  let child: ChildProcess | null = null;
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let state = Promise.withResolvers<boolean>();
  let isSettled = false;
  let restarting = Promise.resolve();

  /** Resolves `ready()`, unless a newer process has replaced this one. */
  function settle(of: ChildProcess, ready: boolean): void {
    if (child !== of) return;
    isSettled = true;
    state.resolve(ready);
  }

  function start(): void {
    const started = spawn(process.execPath, [...(inspect ? ["--inspect"] : []), "tools/dev/shop-process.ts"], {
      env: { ...process.env, ...env },
      // Standard output (how to try a purchase) is shown only for the first start. Errors and the log go to standard
      // error.
      stdio: ["ignore", began === 0 ? "inherit" : "ignore", "inherit", "ipc"],
    });
    child = started;
    started.once("message", () => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (began > 0) console.log(`The shop was restarted (${seconds} s).`);
      settle(started, true);
    });
    started.once("exit", () => {
      if (child === started) console.error("The shop has ended; it restarts with the next change.");
      settle(started, false);
    });
  }

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    const late = setTimeout(() => ending.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(late);
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    start,
    restart(file) {
      clearTimeout(timer);
      began ||= performance.now();
      if (isSettled) state = Promise.withResolvers();
      isSettled = false;
      timer = setTimeout(() => {
        console.log(`${relative(process.cwd(), file)} changed.`);
        began = performance.now();
        restarting = restarting.then(end).then(start);
      }, SETTLE_MS);
    },
    ready: () => state.promise,
    async stop() {
      clearTimeout(timer);
      await restarting;
      await end();
    },
  };
}

import { spawn, type ChildProcess } from "node:child_process";
import { relative } from "node:path";

/** The shop's own process, restarted as its files change. */
export type Shop = {
  readonly origin: string;
  start(): void;
  /** Starts the shop anew; several changes at once restart it once. */
  restart(file: string): void;
  /** Resolves when the shop answers; false where it cannot start, and waits for the next change. */
  ready(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Editors write several files at once, and some write one file twice. */
const SETTLE_MS = 30;
/** For requests that are under way. */
const PATIENCE_MS = 1000;

/** The shop behind Vite. `env` comes on top of the developer's own settings. */
export function createShop(port: number, inspect: boolean, env: Readonly<Record<string, string>>): Shop {
  let child: ChildProcess | null = null;
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  let state = Promise.withResolvers<boolean>();
  let isSettled = false;
  let restarting = Promise.resolve();

  /** Answers those who wait, unless a newer process has taken the place of this one. */
  function settle(of: ChildProcess, ready: boolean): void {
    if (child !== of) return;
    isSettled = true;
    state.resolve(ready);
  }

  function start(): void {
    const started = spawn(process.execPath, [...(inspect ? ["--inspect"] : []), "tools/dev/shop-process.ts"], {
      env: { ...process.env, ...env },
      // How to try a purchase is said once; faults and the log go to the other stream.
      stdio: ["ignore", began === 0 ? "inherit" : "ignore", "inherit", "ipc"],
    });
    child = started;
    started.once("message", () => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      if (began > 0) console.log(`The shop is restarted (${seconds} s).`);
      settle(started, true);
    });
    started.once("exit", () => {
      if (child === started) console.error("The shop has ended; it starts again with the next change.");
      settle(started, false);
    });
  }

  async function end(): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.kill("SIGTERM");
    const late = setTimeout(() => ending.kill("SIGKILL"), PATIENCE_MS);
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

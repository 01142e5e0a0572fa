import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { LaunchError } from "./error.mjs";
import { root } from "./paths.mjs";

/**
 * Calls `onGone` when the npm that started this process has ended. A killed npm leaves its scripts running, and a
 * server would keep its port. If npm did not start this process, it does nothing, because this process may be meant to
 * outlive its parent. Returns a function that stops watching.
 */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && onGone(), 300);
  return () => clearInterval(timer);
}

/**
 * Runs a script with the given Node in the project's root and waits until it ends. Forwards signals to it, so that
 * stopping the launcher shuts the server down properly. Resolves to the child's `{ code, signal }`.
 */
export function run(node, args, { stdio = "inherit", env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: root,
      stdio,
      env: { ...env, ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
    });
    // Ctrl+C in a terminal also reaches the child, which is in the same process group, so the signal is not sent twice.
    const forward = (signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, forward);
    const unwatch = watchNpm(() => child.kill("SIGTERM"));
    const release = () => {
      unwatch();
      for (const signal of signals) process.off(signal, forward);
    };
    child.on("error", (error) => {
      release();
      reject(new LaunchError(`Node could not be started: ${error.message}.`));
    });
    child.on("exit", (code, signal) => {
      release();
      resolve({ code: code ?? 1, signal });
    });
  });
}

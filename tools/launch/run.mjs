import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { LaunchError } from "./error.mjs";
import { root } from "./paths.mjs";

/**
 * Calls back when npm, which started us, is gone: killed, it leaves its scripts running, and a server nobody sees would
 * keep the port. Without npm we may well be meant to outlive our parent. Answers a function that ends the watch.
 */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && onGone(), 300);
  return () => clearInterval(timer);
}

/**
 * Runs a script with the given Node in the project's root and waits for its end. A signal that reaches us is handed on,
 * so that stopping the launcher stops the server the orderly way. Resolves to `{ code, signal }` of the child.
 */
export function run(node, args, { stdio = "inherit" } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, ["--disable-warning=ExperimentalWarning", ...args], {
      cwd: root,
      stdio,
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
    });
    // Ctrl+C in a terminal reaches the whole process group, the child included: a second copy would look like impatience.
    const handOn = (signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, handOn);
    const unwatch = watchNpm(() => child.kill("SIGTERM"));
    const release = () => {
      unwatch();
      for (const signal of signals) process.off(signal, handOn);
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

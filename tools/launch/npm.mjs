import { spawn } from "node:child_process";
import { basename } from "node:path";
import { LaunchError } from "./error.mjs";

// Patterns in npm's messages, and what to tell the user.
const meanings = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    "the npm registry cannot be reached, so check the network or npm's registry and proxy settings",
  ],
  [/ENOSPC/, "the disk is full, so free some space"],
  [/EROFS/, "the folder is on a read-only file system"],
  [/EACCES|EPERM/, "this user is not permitted to write there, so change the folder's owner or mode"],
  [/E404|ETARGET|notarget/, "the npm registry does not have the package"],
  [/EUSAGE|can only install/, "package.json and package-lock.json do not agree, so run `npm install` and commit both"],
  [/E401|E403|ENEEDAUTH/, "the npm registry refuses access, so check npm's credentials"],
];

function explain(output) {
  for (const [pattern, meaning] of meanings) if (pattern.test(output)) return meaning;
  const line = output.split("\n").find((candidate) => /npm (error|ERR!)/.test(candidate));
  return line ? line.replace(/^npm (error|ERR!)\s*/, "npm reports: ") : "npm ended without an error message";
}

/** Returns the npm that started this process, with its Node. If npm did not start it, returns the machine's `npm`. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && basename(script) === "npm-cli.js") return [process.execPath, [script]];
  return ["npm", []];
}

/** Returns the environment without the settings that npm passes to scripts, because they would affect the inner npm. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package_|lifecycle_|command$|config_(local_prefix|prefix|global|omit|production|include|dry_run)$)/i.test(
        name,
      ) && name !== "NODE_ENV",
  );
  return Object.fromEntries(kept);
}

/**
 * Runs npm quietly in a folder. Install scripts are disabled: no package here needs them, newer npm versions refuse
 * them anyway, and so every machine gets the same result. Rejects with a LaunchError; `what` is the start of its
 * message.
 */
export function npm(args, { cwd, what }) {
  const [command, before] = npmCommand();
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args, ...quiet], {
      cwd,
      env: cleanEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => {
      const meaning =
        error.code === "ENOENT" ? "npm is not installed, so install it (it comes with Node.js)" : error.message;
      reject(new LaunchError(`${what} failed: ${meaning}.`));
    });
    child.on("close", (code, signal) => {
      if (code === 0) resolve();
      else if (signal) reject(new LaunchError(`${what} was interrupted; start again to finish it.`));
      else reject(new LaunchError(`${what} failed: ${explain(output)}.`));
    });
  });
}

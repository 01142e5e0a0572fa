import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { explainFileError } from "./error.mjs";
import { projectPath, log } from "./paths.mjs";

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * Tries to take the lock. Returns null on success, otherwise the id of the process that holds the lock (0 if that is
 * not known yet). Removes the lock of a dead process.
 */
function tryLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: "wx" });
    return null;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  try {
    const holder = Number(readFileSync(path, "utf8"));
    if (holder > 0 && isAlive(holder)) return holder;
    const isBeingWritten = holder === 0 && Date.now() - statSync(path).mtimeMs < 5000;
    if (!isBeingWritten) rmSync(path, { force: true });
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  return 0;
}

/** Runs a preparing step under a lock, so that two launchers in the same folder do not mix their files. */
export async function withLock(name, step) {
  const path = projectPath(".node", `${name}.lock`);
  try {
    mkdirSync(projectPath(".node"), { recursive: true });
    let announced = false;
    for (let holder = tryLock(path); holder !== null; holder = tryLock(path)) {
      if (!announced && holder > 0) log(`waiting for process ${holder}, which is preparing the same folder`);
      announced ||= holder > 0;
      await delay(holder > 0 ? 200 : 10);
    }
  } catch (error) {
    throw explainFileError(error, "Preparing the project folder");
  }
  try {
    return await step();
  } finally {
    rmSync(path, { force: true });
  }
}

import { existsSync } from "node:fs";
import { ensureBundle } from "../launch/bundle.mjs";
import { nothing, type Counts } from "./counts.ts";
import { runNode, runProgram, runWithReport } from "./run.ts";

interface Report {
  readonly stats?: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors?: readonly unknown[];
}

const debianChromium = "/usr/bin/chromium";

/** Finds Chromium or, as root on Debian, installs it. Throws an error that says how to install it. */
async function ensureChromium(): Promise<string> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist: correct it or unset it.`);
  }
  if (existsSync(debianChromium)) return debianChromium;
  const help = "install Chromium (Debian: apt-get install chromium), or set CHROMIUM_PATH to one";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new Error(`The browser tests need Chromium, which is missing: ${help}.`);
  }
  console.log("Installing Debian's Chromium with apt-get (about a minute, once).");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null";
  await runProgram("/bin/sh", ["-c", install], env);
  if (!existsSync(debianChromium)) throw new Error(`apt-get could not install Chromium: ${help}.`);
  return debianChromium;
}

/** Runs the browser tests on the built shop. A failure outside of tests counts as one failed test. */
export async function runBrowser(filters: readonly string[]): Promise<Counts> {
  const chromium = await ensureChromium();
  await ensureBundle(process.execPath);
  const { code, report } = await runWithReport<Report>((file) =>
    runNode(
      ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", "--pass-with-no-tests", ...filters],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: chromium },
    ),
  );
  if (!report?.stats) return { ...nothing, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

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

/** Debian's package, its program, and the same browser without windows, which is faster. */
const DEBIAN = { CHROMIUM_PATH: "/usr/bin/chromium", HEADLESS_SHELL_PATH: "/usr/bin/chromium-headless-shell" };
const PACKAGES = "chromium chromium-headless-shell";

/** The variables that name the browsers. Installs Debian's as root where they are missing; throws an error that says how to. */
async function ensureBrowsers(): Promise<Record<string, string>> {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) {
    if (existsSync(chosen)) return { CHROMIUM_PATH: chosen };
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist: correct it or unset it.`);
  }
  const missing = () => Object.values(DEBIAN).some((path) => !existsSync(path));
  if (!missing()) return DEBIAN;
  const help = `install Chromium (Debian: apt-get install ${PACKAGES}), or set CHROMIUM_PATH to one`;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    if (existsSync(DEBIAN.CHROMIUM_PATH)) return { CHROMIUM_PATH: DEBIAN.CHROMIUM_PATH };
    throw new Error(`The browser tests need Chromium, which is missing: ${help}.`);
  }
  console.log("Installing Debian's Chromium with apt-get (about a minute, once).");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${PACKAGES} >/dev/null`;
  await runProgram("/bin/sh", ["-c", install], env);
  if (missing()) throw new Error(`apt-get could not install Chromium: ${help}.`);
  return DEBIAN;
}

/** Runs the browser tests on the built shop. A failure outside of tests counts as one failed test. */
export async function runBrowser(filters: readonly string[]): Promise<Counts> {
  const browsers = await ensureBrowsers();
  await ensureBundle(process.execPath);
  const { code, report } = await runWithReport<Report>((file) =>
    runNode(
      ["node_modules/@playwright/test/cli.js", "test", "--reporter=list,json", "--pass-with-no-tests", ...filters],
      { PLAYWRIGHT_JSON_OUTPUT_NAME: file, ...browsers },
    ),
  );
  if (!report?.stats) return { ...nothing, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky;
  return { passed: expected, failed: failed === 0 && code !== 0 ? 1 : failed, skipped };
}

import { execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeIsIn, seed, type Fault, type Verdict } from "./fault.ts";
import { suitesFor } from "./suites.ts";

/** A copy of the repository in which faults are seeded. */
export type Tree = { readonly folder: string };

/** Copies the committed files and the installed packages. */
export function copyTree(repository: string, folder: string): Tree {
  rmSync(folder, { recursive: true, force: true });
  execFileSync("git", ["clone", "--quiet", "--local", repository, folder]);
  for (const installed of ["node_modules", ".node"])
    if (existsSync(join(repository, installed)))
      execFileSync("cp", ["-al", join(repository, installed), join(folder, installed)]);
  for (const library of ["agents", "openid", "s3", "smpp", "telemetry", "worldline"])
    execFileSync("cp", [
      "-al",
      join(repository, "libraries", library, "node_modules"),
      join(folder, "libraries", library),
    ]);
  return { folder };
}

/** Seeds faults in a tree, runs `work`, and removes the faults again. */
async function withFaults<T>({ folder }: Tree, faults: readonly Fault[], work: () => Promise<T>): Promise<T> {
  const before = new Map<string, string>();
  for (const fault of faults) {
    const path = join(folder, fault.file);
    const source = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, source);
    writeFileSync(path, seed(source, fault));
  }
  try {
    return await work();
  } finally {
    for (const [path, source] of before) writeFileSync(path, source);
  }
}

/** Whether the code of a fault still exists. */
export function canSeed(folder: string, fault: Fault): boolean {
  const path = join(folder, fault.file);
  return existsSync(path) && codeIsIn(readFileSync(path, "utf8"), fault);
}

/** Runs the tests that might detect a fault until one of them fails. */
export async function judge(tree: Tree, fault: Fault): Promise<Verdict> {
  const { http, browser } = suitesFor(fault.file);
  return withFaults(tree, [fault], async () => {
    for (const project of projectsOf(tree)) {
      const verdict = await runVitest(tree, ["related", fault.file, "--run", "--project", project], project);
      if (verdict) return verdict;
    }
    for (const filter of http) {
      const verdict = await runVitest(tree, ["run", "--project", "http", filter], "http");
      if (verdict) return verdict;
    }
    return runBrowser(
      tree,
      browser.map((name) => `e2e/${name}`),
    );
  });
}

/** Returns the unit project, and the component project if the tree has one. */
const projectsOf = ({ folder }: Tree) =>
  readFileSync(join(folder, "vitest.config.ts"), "utf8").includes('"component"') ? ["unit", "component"] : ["unit"];

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
};

async function runVitest(tree: Tree, args: readonly string[], suite: string): Promise<Verdict> {
  const report = join(tree.folder, "fault-report.json");
  rmSync(report, { force: true });
  const bail = ["--bail", "1", "--passWithNoTests", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(tree, ["node_modules/vitest/vitest.mjs", ...args, ...bail]);
  if (code === 0) return null;
  if (!existsSync(report)) return { suite, test: "the tests could not run" };
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as VitestReport;
  const failedIn = ({ assertionResults }: VitestReport["testResults"][number]) =>
    assertionResults.find(({ status }) => status === "failed");
  // Files that were still running when a test failed are reported as failed too, but without a failed test.
  const failed = testResults.find(failedIn) ?? testResults.find(({ status }) => status === "failed");
  const name = (failed && failedIn(failed)?.fullName) ?? "the file";
  return { suite, test: `${failed?.name.replace(`${tree.folder}/`, "") ?? "outside"} › ${name}` };
}

async function runBrowser(tree: Tree, filters: readonly string[]): Promise<Verdict> {
  const suite = "browser";
  // A listed browser test may no longer exist, because it has become a component test.
  const there = filters.filter((name) => globSync(`${tree.folder}/${name}*.spec.ts`).length > 0);
  if (there.length === 0) return null;
  if ((await run(tree, ["tools/build.mjs"])) !== 0) return { suite: "build", test: "the bundle" };
  const report = join(tree.folder, "fault-report.json");
  rmSync(report, { force: true });
  const args = ["test", "--max-failures=1", "--retries=0", "--workers=1", "--reporter=json", ...there];
  const code = await run(tree, ["node_modules/@playwright/test/cli.js", ...args], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  if (code === 0) return null;
  const text = existsSync(report) ? readFileSync(report, "utf8") : "";
  const title = /"title": "([^"]+)",\s+"ok": false/.exec(text)?.[1] ?? "the tests could not run";
  return { suite, test: title };
}

/** Maximum duration of a suite, in ms. It also detects faults that make everything hang. */
const MAX_SUITE_MS = 20 * 60_000;

function run({ folder }: Tree, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      stdio: "ignore",
      timeout: MAX_SUITE_MS,
      env: { ...process.env, HEADLESS_SHELL_PATH: "/usr/bin/chromium-headless-shell", ...env },
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

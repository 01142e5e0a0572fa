// Runs unit and component tests, and repeats those affected whenever a file is saved: `npm run test:watch -- [part of a
// path…]`.
import { spawn } from "node:child_process";
import { ensureBrowsers } from "./test/chromium.ts";
import { root } from "./test/run.ts";

const projects = ["unit", "component"].flatMap((name) => ["--project", name]);
const args = ["node_modules/vitest/vitest.mjs", "watch", ...projects, ...process.argv.slice(2)];
const env = { ...process.env, ...(await ensureBrowsers()) };
const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => (process.exitCode = code ?? 1));

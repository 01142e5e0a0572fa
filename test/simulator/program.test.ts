import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/shop.ts";

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-simulator-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(...args: string[]) {
  const child = spawn(process.execPath, ["dist/programs/simulator.js", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { output: () => output, ended, interrupt: () => child.kill("SIGINT") };
}

test("the program writes its settings for the owner only, and Ctrl+C ends it cleanly", async () => {
  const file = join(folder, "new", "simulator.env");
  const program = run("--port", "0", "--only", "twilio,esim", "--settings", file);
  await eventually("the program says that it runs", () => Promise.resolve(program.output().includes("Ctrl+C")));
  const settings = parseEnv(await readFile(file, "utf8"));
  expect(settings).toMatchObject({ SMS_PROVIDER: "twilio", ESIM_PROVIDER: "es2plus", TWILIO_SENDER: "Alpenfon" });
  expect(settings).not.toHaveProperty("PAYMENT_PROVIDER");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const [name, value] of Object.entries(settings)) expect(program.output()).toContain(`${name}=${value}`);
  program.interrupt();
  expect(await program.ended).toBe(0);
});

test("a port in use is reported, and no server keeps listening", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const program = run("--port", String(port), "--only", "customers", "--settings", join(folder, "x.env"));
  expect(await program.ended).toBe(1);
  expect(program.output()).toContain(`simulator: Port ${port} is in use.`);
  await new Promise((resolve) => other.close(resolve));
});

test("a wrong option is reported in one message", async () => {
  const program = run("--only", "paypal");
  expect(await program.ended).toBe(2);
  expect(program.output()).toMatch(/^simulator: --only has the unknown name "paypal".* See --help\.\n$/);
});

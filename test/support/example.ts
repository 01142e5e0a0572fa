import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { linkKasse } from "../../tools/extension/make.ts";

/** Runs the tests of an example as its author does. Returns what they print. */
export async function testsOf(folder: string): Promise<string> {
  linkKasse(folder);
  const files = readdirSync(join(folder, "test")).filter((name) => name.endsWith(".test.ts"));
  return new Promise((done) => {
    const args = ["--test", "--test-reporter=tap", ...files.map((name) => join("test", name))];
    execFile(process.execPath, args, { cwd: folder, env: { ...process.env } }, (_error, out, err) => done(out + err));
  });
}

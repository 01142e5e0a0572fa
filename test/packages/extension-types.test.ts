import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeExtension } from "../../tools/extension/make.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-types-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `npm run extension -- check`. */
const check = (path: string) =>
  new Promise<{ readonly code: number; readonly printed: string }>((done) => {
    execFile(process.execPath, ["tools/extension.ts", "check", path], (error, out, err) =>
      done({ code: Number(error?.code ?? 0), printed: out + err }),
    );
  });

test.each(readdirSync("examples"))("the types of examples/%s are right, by the declarations alone", async (name) => {
  expect(await check(`examples/${name}`)).toEqual({ code: 0, printed: "The types are right.\n" });
});

test("a misspelt setting or job, and an option without an adapter, are type errors", async () => {
  const counter = join(folder, "order-counter");
  makeExtension(counter, "1.0.0");
  expect(await check(counter)).toMatchObject({ code: 0 });
  for (const [file, right, wrong, sentence] of [
    ["extension.ts", "({ orderCounter })", "({ orderCount })", "'orderCount' does not exist"],
    ["running.ts", '[{ name: "order-counter-count"', '[{ name: "order-counter"', "is not assignable to type"],
    ["extension.ts", "load: () =>", "options: { sms: { pigeon: {} } }, load: () =>", "Property 'ports' is missing"],
  ] as const) {
    const path = join(counter, file);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(right, wrong));
    const { code, printed } = await check(counter);
    await writeFile(path, text);
    expect([sentence, code, printed]).toEqual([sentence, 1, expect.stringContaining(sentence)]);
  }
});

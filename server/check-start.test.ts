import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config/config.ts";
import { checkStart } from "./check-start.ts";
import { explainStartFailure, isAboutSettings } from "./start-failure.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-start-"));
});
afterAll(() => rm(folder, { recursive: true }));

const broken = async (name: string) => {
  await writeFile(join(folder, name), "{}");
  return join(folder, name);
};
const refusal = (env: Record<string, string>, options?: Parameters<typeof checkStart>[1]) =>
  checkStart(readConfig(env), options).then(
    () => expect.fail("it starts"),
    (error: unknown) => ({ text: explainStartFailure(error), isAboutSettings: isAboutSettings(error) }),
  );

test("everything that prevents the start is named at once", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as { port: number };
  await cp("demo/catalogue", join(folder, "catalogue"), { recursive: true });
  await rm(join(folder, "catalogue/bundles.json"));
  for (const [name, file] of [["keys", "documents"] as const, ["sandbox", "customers.json"] as const]) {
    await mkdir(join(folder, "data", name), { recursive: true });
    await writeFile(join(folder, "data", name, file), "broken");
  }
  const { text } = await refusal({
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: "0",
    DATA_DIR: join(folder, "data"),
    BRAND_FILE: await broken("brand.json"),
    LAW_FILE: await broken("law.json"),
    CATALOGUE_DIR: join(folder, "catalogue"),
  });
  await new Promise((resolve) => taken.close(resolve));
  expect(text).toMatch(/^Kasse cannot start: several things are wrong:\n/);
  expect(text).toContain(`- The brand file ${join(folder, "brand.json")} has `);
  expect(text).toContain("bundles.json: the file does not exist");
  expect(text).toMatch(/- The law file .* has \d+ mistakes:\n {2}- at vat: /);
  expect(text).toMatch(/- .*keys\/documents is damaged/);
  expect(text).toMatch(/- .*customers\.json is not JSON/);
  expect(text).toContain(`- port ${port} is in use`);
});

test("what follows from another mistake is not named", async () => {
  const file = await broken("a-file");
  const data = await refusal({ DATA_DIR: file, PORT: "0", PAYMENT_SANDBOX_PORT: "0" });
  expect(data).toEqual({
    text: `Kasse cannot start: DATA_DIR is "${file}", but ${file} is not a folder; set it to a folder.`,
    isAboutSettings: true,
  });
  const host = await refusal({ HOST: "192.0.2.1", PORT: "0", DATA_DIR: folder, MANAGEMENT_PORT: "0" });
  expect(host.text).toBe("Kasse cannot start: HOST is not an address of this machine.");
});

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop } from "../../kit/shop.ts";
import { makeExtension } from "../../tools/extension/make.ts";
import { createTestDatabase } from "../support/database.ts";
import { freePort } from "../support/ports.ts";
import { spawnServer } from "../support/process.ts";
import { eventually } from "../support/shop.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-outside-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const value = (parts: string) =>
  `import { defineExtension } from "kasse/extension";\nexport default defineExtension({ ${parts} });\n`;

/** What a shop reads from the folder in which it runs. */
const SETTINGS = {
  BRAND_FILE: resolve("brands/alpenfon/brand.json"),
  LAW_FILE: resolve("law/switzerland.json"),
  CATALOGUE_DIR: resolve("demo/catalogue"),
};

/** Runs `kasse config check` in the folder. */
const configCheck = (extensions: string) =>
  new Promise<{ readonly code: number; readonly out: string; readonly err: string }>((done) => {
    execFile(
      process.execPath,
      [resolve("dist/programs/kasse.js"), "config", "check"],
      { cwd: folder, env: { ...SETTINGS, PATH: process.env["PATH"] ?? "", EXTENSIONS: extensions } },
      (error, out, err) => done({ code: Number(error?.code ?? 0), out, err }),
    );
  });

test("what `npm run extension -- new` makes runs: its table, job and route; /readyz and the desk name it", async () => {
  const counter = join(folder, "order-counter");
  makeExtension(counter, "1.0.0");
  const database = await createTestDatabase();
  const desk = await freePort();
  const shop = await startShop({
    extensions: [counter],
    settings: {
      DATABASE_URL: database.url,
      DATABASE_POOL: "4",
      MANAGEMENT_PORT: String(desk),
      DESK_URL: `http://localhost:${desk}`,
      ORDER_COUNTER: "on",
    },
  });
  try {
    await shop.order();
    await fetch(`${shop.url}/order-counter`, { method: "POST" });
    await eventually("the count of one order", async () => {
      const count = (await (await fetch(`${shop.url}/order-counter`)).json()) as { readonly orders: number | null };
      return count.orders === 1;
    });
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toEqual({
      status: "ready",
      extensions: ["order-counter"],
    });
    expect(await (await fetch(`http://localhost:${desk}/desk`)).text()).toContain("Kasse 1.0.0 · order-counter");
    const { rows } = await database.pool.query("select name from kasse_migrations where name like '%/%'");
    expect(rows).toEqual([{ name: "order-counter/0001_counts.sql" }]);
  } finally {
    await shop.stop();
    await database.drop();
  }
});

test("packages, files and folders are named by `config check`, with their settings", async () => {
  await put("node_modules/@example/quiet/package.json", '{ "type": "module", "exports": { "import": "./index.js" } }');
  await put(
    "node_modules/@example/quiet/index.js",
    value('name: "quiet", about: "does nothing", kasse: "1.0", isOn: () => false'),
  );
  await put(
    "loud.ts",
    `import { setting, text } from "kasse/extension";\n${value(
      `name: "loud", about: "shouts", kasse: "1.0", isOn: () => true,
       chapter: { title: "Loud", settings: { loudWord: setting("LOUD_WORD", text, { default: "HO", about: "" }) } }`,
    )}`,
  );
  const { code, out } = await configCheck("@example/quiet, ./loud.ts");
  expect(code).toBe(0);
  expect(out).toContain("Extension quiet (@example/quiet), off: does nothing\nExtension loud (./loud.ts): shouts\n");
  expect(out).toMatch(/LOUD_WORD +HO +default/);
});

test("one that cannot say whether it is on is a mistake already in `config check`", async () => {
  await put("torn.ts", value('name: "torn", about: "", kasse: "1.0", isOn: () => { throw new Error("no idea"); }'));
  const { code, err } = await configCheck("./torn.ts");
  expect(err).toMatch(
    /^kasse: The extension torn \(\.\/torn\.ts\) cannot say whether it is on: no idea \(file:.*torn\.ts:2:/,
  );
  expect(code).toBe(2);
});

test("/readyz and the desk do not name one that is off", async () => {
  const counter = join(folder, "idle-counter");
  makeExtension(counter, "1.0.0");
  const database = await createTestDatabase();
  const desk = await freePort();
  const shop = await startShop({
    extensions: [counter],
    settings: {
      DATABASE_URL: database.url,
      DATABASE_POOL: "4",
      MANAGEMENT_PORT: String(desk),
      DESK_URL: `http://localhost:${desk}`,
    },
  });
  try {
    for (const url of [shop.url, `http://localhost:${desk}`])
      expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: "ready" });
    expect(await (await fetch(`http://localhost:${desk}/desk`)).text()).not.toContain("idle-counter");
  } finally {
    await shop.stop();
    await database.drop();
  }
});

test("each one that cannot be used is a mistake, and all are named in one run", async () => {
  await put("broken.ts", 'import "./not-there.ts";\n');
  await put("nothing.ts", "export const extension = 1;\n");
  await put("old.ts", value('name: "old", about: "", kasse: "0.9", isOn: () => true'));
  await put("new.ts", value('name: "new", about: "", kasse: "1.99", isOn: () => true'));
  await put("nameless.ts", value('about: "", kasse: "1.0", isOn: () => true'));
  await put("loud/extension.ts", value('name: "Loud One", about: "", kasse: "1.0", isOn: () => true'));
  await put("other/extension.ts", value('name: "loud", about: "", kasse: "1.0", isOn: () => true'));
  await put(
    "port.ts",
    `import { setting, text } from "kasse/extension";\n${value(
      `name: "loud", about: "", kasse: "1.0", isOn: () => true,
       chapter: { title: "Loud", settings: { port: setting("PORT", text, { default: "1", about: "" }) } }`,
    )}`,
  );
  const { code, err } = await configCheck(
    "./missing,@example/missing,./broken.ts,./nothing.ts,./old.ts,./new.ts,./nameless.ts,./loud,./other,./port.ts",
  );
  expect(code).toBe(2);
  const named = err.split("\n").filter((line) => line.startsWith("- "));
  expect(named).toEqual([
    "- The chapter \"Loud\" of an extension has the key port, which is Kasse's or another's.",
    "- EXTENSIONS names ./missing, which is neither a file nor a folder with an extension.ts or extension.js.",
    "- EXTENSIONS names @example/missing, which is not installed.",
    expect.stringMatching(/^- EXTENSIONS names \.\/broken\.ts, which cannot be loaded: .*not-there\.ts/),
    "- EXTENSIONS names ./nothing.ts, which does not export an extension as its default.",
    "- EXTENSIONS names ./old.ts, which was written for Kasse 0.9, and this is 1.0.0.",
    "- EXTENSIONS names ./new.ts, which was written for Kasse 1.99, and this is 1.0.0.",
    "- EXTENSIONS names ./nameless.ts, which has no `name`.",
    "- EXTENSIONS names ./loud, which has a `name` with other characters than a to z, 0 to 9 and hyphens.",
    "- The extension loud (./port.ts) and the extension loud (./other) both have the name loud.",
    "- The extension loud (./port.ts) and Kasse itself both have the setting PORT.",
  ]);
});

test("one that cannot be loaded is named with the place in its code", async () => {
  await put("slip.ts", "\n\nconst wind = {;\n");
  await put("shout.ts", 'throw "no wind";\n');
  await put("thrown.ts", '\nthrow new Error("no wind.");\n');
  await put("tied.ts", value('name: "tied", about: "", kasse: "1.0", isOn: () => true, migrations: "migrations/"'));
  await put("node_modules/bare/package.json", '{ "type": "module" }');
  const { code, err } = await configCheck("./slip.ts,./shout.ts,./thrown.ts,./tied.ts,bare");
  expect(code).toBe(2);
  expect(err.split("\n").filter((line) => line.startsWith("- "))).toEqual([
    expect.stringMatching(/^- EXTENSIONS names \.\/slip\.ts, which cannot be loaded: .+ \(.*slip\.ts:3\)\.$/),
    "- EXTENSIONS names ./shout.ts, which cannot be loaded: no wind.",
    expect.stringMatching(
      /^- EXTENSIONS names \.\/thrown\.ts, which cannot be loaded: no wind \(file:.*thrown\.ts:2:7\)\.$/,
    ),
    "- EXTENSIONS names ./tied.ts, which cannot be used: its `migrations` must be a URL made with `import.meta.url`.",
    "- EXTENSIONS names bare, which has neither `exports` nor `main` in its package.json.",
  ]);
});

test("a route that Kasse has already refuses the start with the extension's name and the place in its code", async () => {
  await put(
    "grabber/extension.ts",
    value(
      `name: "grabber", about: "", kasse: "1.0", isOn: () => true,
       load: async () => ({ routes: (app) => void app.get("/readyz", async () => "always") })`,
    ),
  );
  const database = await createTestDatabase();
  try {
    const { code, err } = await spawnServer({
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, "grabber-data"),
      EXTENSIONS: join(folder, "grabber"),
      PORT: String(await freePort()),
      PAYMENT_SANDBOX_PORT: String(await freePort()),
    }).ended;
    expect(err).toMatch(
      /^Kasse cannot start: The extension grabber \(.*grabber\) cannot register its routes: .*\/readyz.* \(file:.*grabber\/extension\.ts:\d+:\d+\)\./,
    );
    expect(code).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
});

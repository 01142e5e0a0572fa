import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkBuiltFiles } from "./built-files.ts";

const SERVER = { production: true, processRole: "all", deskUrl: "https://desk.example.ch" } as const;
const BUILD = {
  "programs/files.json": '["server.js","assets/dark.css"]',
  "programs/server.js": "",
  "programs/assets/dark.css": "",
  "client/.vite/manifest.json": '{"a":{"file":"assets/a.js","css":["assets/a.css"]},"b":{"file":"assets/b.js"}}',
  "client/assets/a.js": "",
  "client/assets/a.css": "",
  "client/assets/b.js": "",
  "server/server-entry.js": "",
  "desk/.vite/manifest.json": '{"main":{"file":"assets/main.js","assets":["assets/font.woff2"]}}',
  "desk/assets/main.js": "",
  "desk/assets/font.woff2": "",
};

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "kasse-build-"));
  for (const [path, text] of Object.entries(BUILD)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
});
afterEach(() => rm(root, { recursive: true }));

const check = (config: Partial<Parameters<typeof checkBuiltFiles>[0]> = {}) =>
  checkBuiltFiles({ ...SERVER, ...config }, root);

test("a whole build passes", async () => {
  await check();
});

test.each(Object.keys(BUILD))("production does not start without %s, development does", async (path) => {
  await rm(join(root, path));
  await expect(check()).rejects.toThrow(`${join(root, path)} missing: install the whole release`);
  await check({ production: false });
});

test("a process needs only the files of its work", async () => {
  await rm(join(root, "desk"), { recursive: true });
  await expect(check()).rejects.toThrow("desk/.vite/manifest.json missing");
  await expect(check({ processRole: "desk" })).rejects.toThrow("desk/.vite/manifest.json missing");
  await check({ deskUrl: null });
  await check({ processRole: "shop" });
  await rm(join(root, "client"), { recursive: true });
  await expect(check({ processRole: "shop" })).rejects.toThrow("client/.vite/manifest.json missing");
  await check({ processRole: "jobs" });
});

test("of many missing files, five are named", async () => {
  await rm(root, { recursive: true });
  await writeFile(
    await mkdir(join(root, "programs"), { recursive: true }).then(() => join(root, "programs/files.json")),
    '["a.js","b.js","c.js"]',
  );
  await expect(check()).rejects.toThrow(
    /a\.js, .*b\.js, .*c\.js, .*client\/\.vite\/manifest\.json, .*desk\/\.vite\/manifest\.json and 1 more missing/,
  );
});

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { readRegister } from "#server/shop/address/register.ts";
import { readBrand } from "#server/shop/brand/brand.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/files.ts";
import { readLaw } from "#server/shop/law/read-law.ts";
import { readNumberFile } from "#server/shop/phone-numbers/top-up.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-files-"));
  await cp("brands", join(folder, "brands"), { recursive: true });
  await cp("demo/catalogue", join(folder, "catalogue"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

const REGISTER = "ADR_EGAID;STN_LABEL;ADR_NUMBER;ZIP_LABEL;ADR_STATUS\n1;Löwenstrasse;1;8001 Zürich;real\n";
const BUNDLES = "catalogue/bundles.json";

/**
 * Every file that an operator writes: its text, its location, and the function that reads it, which rejects with a
 * message.
 */
const FILES: Readonly<
  Record<string, readonly [text: () => Promise<string>, name: string, read: (path: string) => Promise<unknown>]>
> = {
  catalogue: [
    () => readFile("demo/catalogue/bundles.json", "utf8"),
    BUNDLES,
    () =>
      readCatalogueFiles(join(folder, "catalogue")).catch((error: { problems?: readonly { problem: string }[] }) => {
        throw new Error(error.problems?.map(({ problem }) => problem).join("; "));
      }),
  ],
  addresses: [() => Promise.resolve(REGISTER), "addresses.csv", (path) => readRegister(path, () => {})],
  numbers: [
    () => Promise.resolve("Für Zürich\n079 555 01 43\n"),
    "numbers.csv",
    async (path) => {
      const read = await readNumberFile(path);
      if (!read.ok) throw new Error(read.mistakes.join("; "));
      return read;
    },
  ],
  law: [
    () => readFile("law/switzerland.json", "utf8").then((text) => text.replace("{", '{ "ü": 1,')),
    "law.json",
    readLaw,
  ],
  brand: [() => readFile("brands/alpenfon/brand.json", "utf8"), "brands/alpenfon/brand.json", readBrand],
  "a secret": [
    () => Promise.resolve("gehörtniemandemsonst-0123456789abcdef"),
    "secret.txt",
    (path) => {
      const mistakes = checkSettings({
        DESK_URL: "",
        DATABASE_PASSWORD_FILE: path,
        ORDER_WEBHOOK_SECRET_FILE: path,
      }).mistakes;
      const about = mistakes.filter((sentence) => sentence.includes("_FILE names"));
      return about.length > 0 ? Promise.reject(new Error(about.join(" "))) : Promise.resolve();
    },
  ],
};

describe.each(Object.entries(FILES))("%s", (_, [textOf, name, read]) => {
  const write = async (bytes: Buffer) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };

  test("in Windows-1252 is rejected, with the name of the encoding", async () => {
    const text = await textOf();
    const withUmlaut = /[\u0080-\u00ff]/.test(text) ? text : text.replace('": "', '": "ü');
    await expect(read(await write(Buffer.from(withUmlaut, "latin1")))).rejects.toThrow(
      /not UTF-8, but probably Windows-1252/,
    );
  });

  test("in UTF-16 is rejected, with the name of the encoding", async () => {
    await expect(read(await write(Buffer.from(`\uFEFF${await textOf()}`, "utf16le")))).rejects.toThrow(
      /probably UTF-16/,
    );
  });

  test("that is missing, a folder or empty is rejected with a message instead of the system's code", async () => {
    const path = join(folder, name);
    const sentence = async () => read(path).then(String, (error: Error) => error.message);
    await rm(path, { force: true });
    const missing = await sentence();
    await mkdir(path);
    const aFolder = await sentence();
    await rm(path, { recursive: true });
    await write(Buffer.from(" \n"));
    const empty = await sentence();
    expect([missing, aFolder, empty].join("\n")).not.toMatch(/ENOENT|EISDIR|undefined|Unexpected|Invalid/);
    expect(missing).toMatch(/does not exist|cannot be read/);
    expect(aFolder).toMatch(/is a folder|cannot be read/);
    expect(empty).toMatch(/empty|no column/);
  });

  test("with a byte order mark is read like one without", async () => {
    const outcome = async (bytes: Buffer) => read(await write(bytes)).catch((error: Error) => error.message);
    const text = await textOf();
    expect(await outcome(Buffer.from(`\uFEFF${text}`))).toEqual(await outcome(Buffer.from(text)));
  });
});

test("a secret with an invisible character is rejected", async () => {
  const path = join(folder, "invisible.txt");
  await writeFile(path, "0123456789abcdef\u200b0123456789abcdef");
  const { mistakes } = checkSettings({ ORDER_HANDOVER: "webhook", ORDER_WEBHOOK_SECRET_FILE: path });
  expect(mistakes.join(" ")).toContain("contains an invisible character");
});

test("settings after a byte order mark cause a warning", () => {
  expect(checkSettings({ "\uFEFFPORT": "3000" }).warnings).toContain(
    "The first setting, PORT, is preceded by a byte order mark: save the file of settings without one.",
  );
});

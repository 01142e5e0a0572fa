import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { CHAPTERS } from "#server/config/settings.ts";
import { rowsOf } from "#server/config/walk.ts";
import { readImage } from "./test/image.ts";

const FOLDER = "deploy/systemd";
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith(".service"));
const ANALYZE = "/usr/bin/systemd-analyze";
const hasSystemd = existsSync(ANALYZE);

const read = (unit: string) => readFileSync(join(FOLDER, unit), "utf8");
const valueOf = (unit: string, key: string) => new RegExp(`^${key}=(.*)$`, "m").exec(read(unit))?.[1] ?? "";
const variablesOf = (unit: string) =>
  [...read(unit).matchAll(/^(?:Environment|ExecStart)=(.*)$/gm)].flatMap(([, line = ""]) =>
    [...line.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value] as const),
  );

describe("the units", () => {
  const settings = new Set(CHAPTERS.flatMap(({ settings: tree }) => rowsOf(tree).map(({ entry }) => entry.name)));
  const image = readImage();

  test.each(UNITS)("%s sets only settings that exist, and what the image sets for Node", (unit) => {
    const variables = variablesOf(unit);
    expect(variables).toContainEqual(["NODE_ENV", "production"]);
    const others = variables.filter(([name]) => !settings.has(name) && name !== "NODE_COMPILE_CACHE");
    expect(others.filter(([name, value]) => image.env[name] !== value)).toEqual([]);
  });

  test("the shop runs as in the image, is not killed while it drains, and is not restarted on wrong settings", () => {
    const unit = "kasse@.service";
    expect(valueOf(unit, "ExecStart")).toMatch(new RegExp(`${image.command.join(" ")}$`));
    for (const name of Object.keys(image.env).filter((each) => each.startsWith("MALLOC_")))
      expect(variablesOf(unit).map(([each]) => each)).toContain(name);
    expect(Number(valueOf(unit, "TimeoutStopSec"))).toBeGreaterThan(8 + 10);
    expect(valueOf(unit, "RestartPreventExitStatus")).toBe("2");
  });

  test("the example settings are complete except for those left empty", () => {
    const example = parseEnv(read("kasse.env.example")) as Record<string, string>;
    const { mistakes, warnings, unused } = checkSettings(example);
    expect(mistakes).toEqual([expect.stringMatching(/^SANDBOX_PASSWORD is not set/)]);
    expect({ warnings, unused }).toEqual({ warnings: [], unused: [] });
    expect(valueOf("kasse@.service", "EnvironmentFile")).toBe("/etc/kasse/kasse.env");
    expect(readFileSync("deploy/kasse", "utf8")).toContain("=/etc/kasse/kasse.env\n");
  });

  test("only the migration has the owner's password, in a separate file", () => {
    expect(read("kasse-migrate.service")).toContain("EnvironmentFile=/etc/kasse/migration.env");
    expect(read("kasse@.service")).not.toContain("migration.env");
    expect(valueOf("kasse-migrate.service", "ExecStart")).toBe("/opt/kasse/deploy/kasse migrate");
  });
});

describe.skipIf(!hasSystemd)("systemd itself, where it is installed", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "kasse-units-"));
    // The programs must exist, so the units point to this checkout.
    for (const unit of UNITS) writeFileSync(join(folder, unit), read(unit).replaceAll("/opt/kasse", resolve(".")));
    writeFileSync(join(folder, "broken@.service"), read("kasse@.service").replace("KillMode=mixed", "KillMod=mixed"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const analyze = (...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(ANALYZE, options, { encoding: "utf8" });
    return { status, output: stdout + stderr };
  };

  test.each(UNITS)("finds nothing wrong with %s", (unit) => {
    expect(analyze("verify", join(folder, unit))).toEqual({ status: 0, output: "" });
  });

  test("finds an option that does not exist", () => {
    expect(analyze("verify", join(folder, "broken@.service")).output).toMatch(/Unknown key (name )?'KillMod'/);
  });

  test("rates the shop's exposure at most 2 of 10", () => {
    const unit = join(folder, "kasse@.service");
    expect(analyze("security", "--offline=true", "--threshold=20", unit)).toMatchObject({ status: 0 });
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { PARTNERS } from "#server/config/together.ts";
import { environmentOf, exampleEnv, interpolated, readCompose, shopEnvironment } from "./test/compose.ts";

const without = (name: string) => Object.fromEntries(Object.entries(exampleEnv()).filter(([key]) => key !== name));

describe("`cp .env.example .env && docker compose up`", () => {
  test("gives the shop every setting that production needs, and none that is unknown or unused", () => {
    const { mistakes, warnings, unused, inForce } = checkSettings(shopEnvironment(exampleEnv()));
    expect({ mistakes, warnings, unused }).toEqual({ mistakes: [], warnings: [], unused: [] });
    expect(inForce).toContainEqual({ name: "NODE_ENV", shown: "production", source: "environment" });
  });

  test.each(Object.keys(exampleEnv()).filter((name) => !["LIBRARIES", "ALLOW_PLAINTEXT"].includes(name)))(
    "does not work without %s",
    (name) => {
      const { services } = readCompose();
      const start = () => {
        const { mistakes } = checkSettings(shopEnvironment(without(name)));
        if (mistakes.length > 0) throw new Error(mistakes.join(" "));
        for (const value of Object.values(services.database.environment)) interpolated(value, without(name));
      };
      expect(start).toThrow(name);
    },
  );

  test("keeps the superuser's password from the shop", () => {
    const { POSTGRES_PASSWORD = "" } = exampleEnv();
    expect(POSTGRES_PASSWORD).not.toBe("");
    expect(JSON.stringify(shopEnvironment(exampleEnv()))).not.toContain(POSTGRES_PASSWORD);
  });

  test("permits plain HTTP only by a setting in the file, which a shop on the internet removes", () => {
    const live = { ...without("ALLOW_PLAINTEXT"), PUBLIC_URL: "https://shop.example.ch" };
    expect(checkSettings(shopEnvironment(live)).mistakes).toEqual([]);
    expect(checkSettings(shopEnvironment({ ...live, PUBLIC_URL: "http://shop.example.ch" })).mistakes).toHaveLength(1);
  });
});

describe("the desk of Compose", () => {
  const withDesk = { ...exampleEnv(), DESK_URL: "http://localhost:9000" };
  const check = (env: Readonly<Record<string, string>>) => checkSettings(environmentOf("desk", env));

  test("has every setting that it needs, and none that is unknown or unused", () => {
    for (const env of [withDesk, { ...exampleEnv(), DESK_URL: "https://desk.example.ch" }]) {
      const { mistakes, warnings, unused } = check(env);
      expect({ mistakes, warnings, unused }).toEqual({ mistakes: [], warnings: [], unused: [] });
    }
  });

  test("does not start without its URL, and has no password of the database's owner", () => {
    expect(check(exampleEnv()).judge(PARTNERS).join()).toContain("DESK_URL is not set");
    const { KASSE_OWNER_PASSWORD = "", POSTGRES_PASSWORD = "" } = exampleEnv();
    for (const secret of [KASSE_OWNER_PASSWORD, POSTGRES_PASSWORD])
      expect(JSON.stringify(environmentOf("desk", withDesk))).not.toContain(secret);
  });

  test("answers on a separate port, only on this machine, where its health is checked", () => {
    const { environment, ports, healthcheck, profiles } = readCompose().services.desk;
    const port = environment["MANAGEMENT_PORT"] ?? "";
    expect(ports).toEqual([`127.0.0.1:${port}:${port}`]);
    expect(JSON.stringify(healthcheck)).toContain(`127.0.0.1:${port}/livez`);
    expect(profiles).toEqual(["desk"]);
  });
});

test("Compose waits longer than a process needs to drain and finish", () => {
  for (const name of ["kasse", "desk"] as const) expect(readCompose().services[name].stop_grace_period).toBe("30s");
});

test("`.env` is neither committed nor copied into the image", () => {
  for (const file of [".gitignore", ".dockerignore"]) expect(readFileSync(file, "utf8").split("\n")).toContain(".env");
});

test("the build context contains every folder that programs are bundled from", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  const entries = readFileSync("tools/bundle/programs.mjs", "utf8").matchAll(/: "(\w+)\/[\w/.-]+\.ts"/g);
  const folders = new Set([...entries].map(([, folder = ""]) => folder));
  expect([...folders]).toEqual(["server", "tools", "simulator", "kit"]);
  expect([...folders].filter((folder) => ignored.includes(folder))).toEqual([]);
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { exampleEnv, interpolated, readCompose, shopEnvironment } from "./test/compose.ts";

const without = (name: string) => Object.fromEntries(Object.entries(exampleEnv()).filter(([key]) => key !== name));

describe("`cp .env.example .env && docker compose up`", () => {
  test("gives the shop every setting that production needs, and none that is unknown or unused", () => {
    const { mistakes, warnings, unused, inForce } = checkSettings(shopEnvironment(exampleEnv()));
    expect({ mistakes, warnings, unused }).toEqual({ mistakes: [], warnings: [], unused: [] });
    expect(inForce).toContainEqual({ name: "NODE_ENV", shown: "production", source: "environment" });
  });

  test.each(Object.keys(exampleEnv()).filter((name) => !["LIBRARIES", "ALLOW_PLAINTEXT"].includes(name)))(
    "does not go without %s",
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

  test("permits clear text to the shoppers only as a choice of the file, which a shop on the internet removes", () => {
    const live = { ...without("ALLOW_PLAINTEXT"), PUBLIC_URL: "https://shop.example.ch" };
    expect(checkSettings(shopEnvironment(live)).mistakes).toEqual([]);
    expect(checkSettings(shopEnvironment({ ...live, PUBLIC_URL: "http://shop.example.ch" })).mistakes).toHaveLength(1);
  });
});

test("Compose waits longer than a process may drain and finish", () => {
  expect(readCompose().services.kasse.stop_grace_period).toBe("30s");
});

test("`.env` is neither committed nor copied into the image", () => {
  for (const file of [".gitignore", ".dockerignore"]) expect(readFileSync(file, "utf8").split("\n")).toContain(".env");
});

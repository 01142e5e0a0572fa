import { expect, test } from "vitest";
import { REAL_INTEGRATIONS } from "../../test/support/real-integrations.ts";
import { checkSettings } from "./config.ts";
import { PARTNERS } from "./together.ts";

const missing = (env: Record<string, string>) => checkSettings(env).judge(PARTNERS);
const DESK_URL = "https://desk.example.ch";

test("a desk without its port, and a desk process without a desk, do not start", () => {
  expect(missing({ DESK_URL })).toEqual([expect.stringContaining("MANAGEMENT_PORT is not")]);
  expect(missing({ PROCESS_ROLE: "desk", MANAGEMENT_PORT: "9000" })).toEqual([
    expect.stringContaining("PROCESS_ROLE is desk, but DESK_URL"),
  ]);
  expect(missing({ ...REAL_INTEGRATIONS["oidc"], MANAGEMENT_PORT: "9000" })).toEqual([
    expect.stringContaining("DESK_LOGIN is oidc, but DESK_URL"),
  ]);
  for (const right of [
    { ...REAL_INTEGRATIONS["oidc"], DESK_URL, MANAGEMENT_PORT: "9000" },
    {},
    { MANAGEMENT_PORT: "9000" },
    { DESK_URL, MANAGEMENT_PORT: "9000", PROCESS_ROLE: "desk" },
  ])
    expect(missing(right)).toEqual([]);
});

test("the embedded database has no replica", () => {
  const DATABASE_READ_URL = "postgres://kasse@replica.example.ch/kasse";
  expect(missing({ DATABASE_READ_URL })).toEqual([expect.stringContaining("DATABASE_URL is not")]);
  expect(missing({ DATABASE_READ_URL, DATABASE_URL: "postgres://kasse@primary.example.ch/kasse" })).toEqual([]);
});

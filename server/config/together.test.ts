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

test("two servers never have the same port, unless each has an address of its own", () => {
  const same = (env: Record<string, string>) => missing(env).map((sentence) => sentence.replace(/;.*/, ""));
  expect(same({ PORT: "3000", MANAGEMENT_PORT: "3000" })).toEqual(["MANAGEMENT_PORT is 3000, as is PORT"]);
  expect(same({ PORT: "3001", PAYMENT_SANDBOX_PORT: "3001", MANAGEMENT_PORT: "3001" })).toEqual([
    "PAYMENT_SANDBOX_PORT is 3001, as is PORT",
    "MANAGEMENT_PORT is 3001, as is PORT",
    "MANAGEMENT_PORT is 3001, as is PAYMENT_SANDBOX_PORT",
  ]);
  expect(same({ HOST: "0.0.0.0", MANAGEMENT_PORT: "3000", PAYMENT_PROVIDER: "wrong" })).toEqual([
    "MANAGEMENT_PORT is 3000, as is PORT",
  ]);
  for (const right of [
    { PORT: "0", PAYMENT_SANDBOX_PORT: "0", MANAGEMENT_PORT: "0" },
    { HOST: "192.0.2.1", MANAGEMENT_HOST: "192.0.2.2", MANAGEMENT_PORT: "3000" },
  ])
    expect(missing(right)).toEqual([]);
});

test("files that are not there are mistakes, all at once", () => {
  const none = { BRAND_FILE: "/nowhere/brand.json", LAW_FILE: "law", CATALOGUE_DIR: "package.json" };
  expect(missing(none).map((sentence) => sentence.replace(/"[^"]+"/, "…"))).toEqual([
    "BRAND_FILE is …, which does not exist. Correct its path.",
    "LAW_FILE is …, which is not a file; set it to a file.",
    "CATALOGUE_DIR is …, which is not a folder; set it to a folder.",
  ]);
});

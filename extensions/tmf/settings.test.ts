import { expect, test } from "vitest";
import { checkSettings, readConfig } from "#server/config/config.ts";
import { tmf } from "./extension.ts";

const missing = (env: Record<string, string>) => checkSettings(env).judge(tmf.contradictions);

test("TM Forum's port needs tokens, each long and of a system of its own", () => {
  const TOKEN = "0123456789-0123456789-0123456789";
  expect(missing({ TMF_PORT: "9600" })).toEqual([expect.stringContaining("TMF_TOKENS is not")]);
  expect(missing({ TMF_PORT: "9600", TMF_TOKENS: `plm:${TOKEN} crm:x${TOKEN}`, TMF_PLANNERS: "plm" })).toEqual([]);
  expect(missing({ TMF_PORT: "9600", TMF_TOKENS: `crm:${TOKEN}`, TMF_PLANNERS: "crm plm" })).toEqual([
    "TMF_PLANNERS has plm, but TMF_TOKENS has no token of it.",
  ]);
  for (const wrong of [TOKEN, `plm:${TOKEN.slice(1)}`, `plm:${TOKEN} crm`, `p m:${TOKEN}`, `plm:${TOKEN}!`])
    expect(() => readConfig({ TMF_TOKENS: wrong }), wrong).toThrow("TMF_TOKENS must be a list of name:token");
  expect(() => readConfig({ TMF_TOKENS: `plm:${TOKEN} plm:x${TOKEN}` })).toThrow("has a name twice");
});

test("a mistake in one setting hides none in the others", () => {
  expect(missing({ TMF_PORT: "9600", TMF_PLANNERS: "a:b" })).toEqual([expect.stringContaining("TMF_TOKENS is not")]);
});

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

test("TM Forum's port is that of no other server", () => {
  const TMF_TOKENS = `plm:${"x".repeat(32)}`;
  expect(missing({ TMF_PORT: "3000", TMF_TOKENS })).toEqual([
    "TMF_PORT is 3000, as is PORT; each server needs a port of its own.",
  ]);
  expect(missing({ TMF_PORT: "3000", TMF_TOKENS, PORT: "3005" })).toEqual([]);
});

test("a token in place of a name is never printed", () => {
  const token = "0123456789abcdef0123456789abcdef";
  for (const planners of [`crm:${token}`, `plm ${token}`]) {
    const { mistakes, judge } = checkSettings({ TMF_TOKENS: `plm:${token}x`, TMF_PLANNERS: planners });
    const all = [...mistakes, ...judge(tmf.contradictions)];
    expect(all, planners).toEqual([expect.stringMatching(/^TMF_PLANNERS (must be a list of names|has entry 2, )/)]);
    expect(all.join(), planners).not.toContain(token);
  }
});

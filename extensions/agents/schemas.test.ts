import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config/config.ts";

const read = (env: Readonly<Record<string, string>>) => readConfig(env).agents;

describe("AGENTS", () => {
  test("is off by default", () => {
    expect(read({})).toEqual({ provider: "off" });
    expect(read({ AGENTS_PLATFORMS: "any" })).toEqual({ provider: "off" });
  });

  test.each([{ AGENTS: "ucp" }, { AGENTS: "ucp", AGENTS_PLATFORMS: "" }])("cannot be %j without platforms", (env) => {
    expect(() => read(env)).toThrow("AGENTS_PLATFORMS is not set, and AGENTS=ucp needs it.");
  });

  test("is one of the protocols", () => {
    expect(() => read({ AGENTS: "on" })).toThrow('AGENTS is "on"; it must be one of off, ucp.');
  });
});

describe("AGENTS_PLATFORMS", () => {
  const platforms = (text: string) => {
    const agents = read({ AGENTS: "ucp", AGENTS_PLATFORMS: text });
    return agents.provider === "ucp" ? agents.platforms : null;
  };

  test.each([
    ["any", "any"],
    ["https://platform.example/ucp", ["https://platform.example/ucp"]],
    [
      " https://Platform.example  https://10.0.0.5:8443/ucp\n",
      ["https://platform.example/", "https://10.0.0.5:8443/ucp"],
    ],
    [
      "http://localhost:4000/a http://127.0.0.1/b http://[::1]/c",
      ["http://localhost:4000/a", "http://127.0.0.1/b", "http://[::1]/c"],
    ],
  ])("can be %s", (text, expected) => expect(platforms(text)).toEqual(expected));

  test.each([
    "platform.example",
    "http://platform.example/ucp",
    "http://10.0.0.5/ucp",
    "http://localhost.example/ucp",
    "ftp://platform.example/ucp",
    "https://user:password@platform.example/ucp",
    "https://platform.example/ucp#key",
    "any https://platform.example/ucp",
    "https://one.example,https://two.example",
    " ",
  ])("cannot be %j", (text) => {
    expect(() => platforms(text)).toThrow(/^AGENTS_PLATFORMS is .* must be `any`, or addresses of profiles/);
  });
});

describe("AGENTS_EMBED_ORIGINS", () => {
  const origins = (text: string) => {
    const agents = read({ AGENTS: "ucp", AGENTS_PLATFORMS: "any", AGENTS_EMBED_ORIGINS: text });
    return agents.provider === "ucp" ? agents.embedOrigins : null;
  };

  test.each([
    ["", []],
    ["https://assistant.example", ["https://assistant.example"]],
    [
      " https://Assistant.example:443  https://a.example:8443 https://assistant.example\n",
      ["https://assistant.example", "https://a.example:8443"],
    ],
    ["http://localhost:4000 http://127.0.0.1", ["http://localhost:4000", "http://127.0.0.1"]],
  ])("can be %j", (text, expected) => expect(origins(text)).toEqual(expected));

  test.each([
    "assistant.example",
    "http://assistant.example",
    "http://localhost.example",
    "https://assistant.example/",
    "https://assistant.example/shop",
    "https://assistant.example?x",
    "https://*.assistant.example",
    "https://user@assistant.example",
    "https://one.example;script-src",
    "https://one.example,https://two.example",
    "http://[::1]:4000",
    "'self'",
    "*",
    "https:",
    "data:text/html,x",
  ])("cannot be %j", (text) => {
    expect(() => origins(text)).toThrow(/^AGENTS_EMBED_ORIGINS is .* must be origins such as/);
  });

  test("is nothing without agents", () => {
    expect(read({ AGENTS_EMBED_ORIGINS: "https://assistant.example" })).toEqual({ provider: "off" });
  });
});

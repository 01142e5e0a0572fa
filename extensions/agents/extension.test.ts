import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { contradictionsOf } from "#server/extension/declared.ts";
import { agents } from "./extension.ts";

const missing = (env: Record<string, string>) => checkSettings(env).judge(contradictionsOf([agents]));

test("a checkout in a frame needs a provider with a page of its own", () => {
  const framed = { AGENTS: "ucp", AGENTS_PLATFORMS: "any", AGENTS_EMBED_ORIGINS: "https://assistant.example" };
  expect(missing(framed)).toEqual([]);
  expect(missing({ ...framed, PAYMENT_PROVIDER: "sandbox-widget" })).toEqual([
    expect.stringContaining("PAYMENT_PROVIDER=sandbox-widget has its form in the shop's page"),
  ]);
  expect(missing({ PAYMENT_PROVIDER: "sandbox-widget" })).toEqual([]);
});

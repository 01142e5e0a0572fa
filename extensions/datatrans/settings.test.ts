import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test.each([["DATATRANS_METHODS", "TWINT", /must be a list of what Kasse knows: TWI VIS/]])(
  "an invalid %s is refused even if another provider is chosen, without repeating a secret",
  (name, value, sentence) => {
    const { mistakes } = checkSettings({ [name]: value });
    expect(mistakes).toEqual([expect.stringMatching(sentence)]);
    expect(mistakes.join()).not.toContain("top-secret");
  },
);

const mistakesOf = (more: Record<string, string>) =>
  checkSettings({ ...SAFE_SETTINGS, ...REAL_INTEGRATIONS["datatrans"], ...more }).mistakes;

test("in production the provider's address is encrypted, unless it is named", () => {
  const clear = { DATATRANS_URL: "http://api.example.ch" };
  expect(mistakesOf(clear)).toEqual([expect.stringMatching(/^DATATRANS_URL is .* clear text/)]);
  expect([mistakesOf({}), mistakesOf({ ...clear, ALLOW_PLAINTEXT: "DATATRANS_URL" })]).toEqual([[], []]);
});

test("a mistake in its settings is named once, although they are also those of earlier payments", () => {
  const { mistakes } = checkSettings({ PAYMENT_PROVIDER: "datatrans", PAYMENT_PROVIDER_BEFORE: "datatrans" });
  expect(mistakes.length).toBeGreaterThan(1);
  expect(new Set(mistakes).size).toBe(mistakes.length);
});

import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { paysInPage } from "#server/extension/forms-in-page.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";
import { oppwa } from "./extension.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test.each([
  ["OPPWA_BRANDS", "visa; master", /OPPWA_BRANDS is "visa; master"/],
  ["OPPWA_BRANDS", "VISA TWINT", /must be a list of what Kasse knows: VISA MASTER/],
  ["OPPWA_BRANDS", " ", /list of what Kasse knows/],
  ["OPPWA_SCRIPT_ORIGINS", "https://cdn.example/path", /must be a list of origins/],
  ["OPPWA_SCRIPT_ORIGINS", "https://cdn.example; script-src *", /must be a list of origins/],
  ["OPPWA_TEST_PARAMETERS", "testMode", /must be a list such as/],
  ["OPPWA_WEBHOOK_KEY", "top-secret", /^OPPWA_WEBHOOK_KEY must be a key of 64/],
])(
  "an invalid %s is refused even if another provider is chosen, without repeating a secret",
  (name, value, sentence) => {
    const { mistakes } = checkSettings({ [name]: value });
    expect(mistakes).toEqual([expect.stringMatching(sentence)]);
    expect(mistakes.join()).not.toContain("top-secret");
  },
);

const mistakesOf = (more: Record<string, string>) =>
  checkSettings({ ...SAFE_SETTINGS, ...REAL_INTEGRATIONS["oppwa"], ...more }).mistakes;

test("in production the provider's address is encrypted, unless it is named", () => {
  const clear = { OPPWA_URL: "http://eu-prod.oppwa.com" };
  expect(mistakesOf(clear)).toEqual([expect.stringMatching(/^OPPWA_URL is .* clear text/)]);
  expect([mistakesOf({}), mistakesOf({ ...clear, ALLOW_PLAINTEXT: "OPPWA_URL" })]).toEqual([[], []]);
});

test("parameters for a test account are refused with the live platform", () => {
  const tested = { OPPWA_TEST_PARAMETERS: "testMode=EXTERNAL" };
  expect(mistakesOf(tested)).toEqual([expect.stringMatching(/^OPPWA_TEST_PARAMETERS is for test accounts/)]);
  expect(mistakesOf({ ...tested, OPPWA_URL: "https://eu-test.oppwa.com" })).toEqual([]);
  expect(mistakesOf({ ...tested, NODE_ENV: "development" })).toEqual([]);
});

test("its widget is in the shop's page, which a frame of an assistant does not permit", () => {
  const { config } = checkSettings(REAL_INTEGRATIONS["oppwa"]);
  expect(config && paysInPage([oppwa], config)).toBe(true);
});

test("a setting of an earlier version is named with what replaces it", () => {
  expect(checkSettings({ OPPWA_TEST_MODE: "EXTERNAL" }).warnings).toEqual([
    "OPPWA_TEST_MODE is not a setting of Kasse any more: set it in OPPWA_TEST_PARAMETERS.",
  ]);
});

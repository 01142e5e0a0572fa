import { expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { libraryRules } from "#server/libraries.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test.each([
  ["WORLDLINE_URL", "connect.example.ch", /WORLDLINE_URL is "connect.example.ch"; it must be an address/],
  ["WORLDLINE_PRODUCTS", "1,visa", /WORLDLINE_PRODUCTS is "1,visa"; it must be a list of numbers/],
  ["WORLDLINE_WEBHOOK_KEYS", "top-secret", /^WORLDLINE_WEBHOOK_KEYS must be a list of id:secret/],
])(
  "an invalid %s is refused even if another provider is chosen, without repeating a secret",
  (name, value, sentence) => {
    const { mistakes } = checkSettings({ [name]: value });
    expect(mistakes).toEqual([expect.stringMatching(sentence)]);
    expect(mistakes.join()).not.toContain("top-secret");
  },
);

const mistakesOf = (more: Record<string, string>) =>
  checkSettings({ ...SAFE_SETTINGS, ...REAL_INTEGRATIONS["worldline"], ...more }).mistakes;

test("in production the provider's address is encrypted, unless it is named", () => {
  const clear = { WORLDLINE_URL: "http://connect.example.ch" };
  expect(mistakesOf(clear)).toEqual([expect.stringMatching(/^WORLDLINE_URL is .* clear text/)]);
  expect([mistakesOf({}), mistakesOf({ ...clear, ALLOW_PLAINTEXT: "WORLDLINE_URL" })]).toEqual([[], []]);
});

test("its library is needed for new payments and for those of earlier ones", () => {
  const empty = new URL("file:///no-such-folder/libraries/");
  const needed = (env: Record<string, string>) => checkSettings(env).judge(libraryRules(empty));
  const account = REAL_INTEGRATIONS["worldline"] ?? {};
  expect(needed(account)).toEqual([
    expect.stringMatching(/^PAYMENT_PROVIDER=worldline needs the library connect-sdk-nodejs/),
  ]);
  const before = { ...account, PAYMENT_PROVIDER: "sandbox-hosted", PAYMENT_PROVIDER_BEFORE: "worldline" };
  expect(needed(before)).toEqual([expect.stringMatching(/^PAYMENT_PROVIDER_BEFORE=worldline needs the library/)]);
  expect(needed({})).toEqual([]);
});

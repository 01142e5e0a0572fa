import { describe, expect, test } from "vitest";
import { checkSettings } from "#server/config/config.ts";
import { SAFE_SETTINGS } from "#test/support/safe-settings.ts";
import { REAL_INTEGRATIONS } from "./test/real-integrations.ts";

test.each([
  ["SMPP_URL", "smpp://user:top-secret@host", /^SMPP_URL is "smpp:\/\/…@host"; it must be an address/],
  ["SMPP_SYSTEM_ID", "sixteen-letters-", /SMPP_SYSTEM_ID is .* must have at most 15 characters/],
  ["SMPP_PASSWORD", "top-secret", /^SMPP_PASSWORD must have at most 8 characters/],
  ["SMPP_ALPHABET", "gsm", /SMPP_ALPHABET is "gsm"; it must be one of gsm7-octets, latin1, ucs2/],
  ["SMPP_SENDER_TYPE", "7/1", /SMPP_SENDER_TYPE is "7\/1"; it must be a type of number/],
  ["SMPP_SENDER_TYPE", "1/2", /SMPP_SENDER_TYPE is "1\/2"/],
  ["SMPP_RECIPIENT_TYPE", "2/1", /SMPP_RECIPIENT_TYPE is "2\/1"; it must be 1\/1, 1\/0, 0\/1 or 0\/0/],
  ["SMPP_SYSTEM_TYPE", "thirteen-more", /SMPP_SYSTEM_TYPE is "thirteen-more"; it must have at most 12/],
  ["SMPP_SENDER", "A name far too long", /SMPP_SENDER is "A name far too long"/],
])("an invalid %s is refused even if another way is chosen, without repeating a secret", (name, value, sentence) => {
  const { mistakes } = checkSettings({ [name]: value });
  expect(mistakes).toEqual([expect.stringMatching(sentence)]);
  expect(mistakes.join()).not.toContain("top-secret");
});

describe("in production", () => {
  const mistakesOf = (more: Record<string, string>) =>
    checkSettings({ ...SAFE_SETTINGS, ...REAL_INTEGRATIONS["smpp"], ...more }).mistakes;

  test("the connection to the centre is encrypted, unless it is named", () => {
    const clear = { SMPP_URL: "smpp://smsc.example.ch" };
    expect(mistakesOf(clear)).toEqual([expect.stringMatching(/^SMPP_URL is .* clear text; .*\(smpps:\/\/\)/)]);
    expect(mistakesOf({ ...clear, ALLOW_PLAINTEXT: "SMPP_URL" })).toEqual([]);
    expect(mistakesOf({ ...clear, NODE_ENV: "development" })).toEqual([]);
  });

  test.each(["smpps://smsc.example.ch", "smpp://127.0.0.1:2775"])("%s is accepted", (SMPP_URL) => {
    expect(mistakesOf({ SMPP_URL })).toEqual([]);
  });
});

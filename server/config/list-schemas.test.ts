import { expect, test } from "vitest";
import { checkSettings } from "./config.ts";

const mistakesOf = (env: Record<string, string>) => checkSettings(env).mistakes.join();
const key = "ab".repeat(32);

test.each([
  ["TRUST_PROXY", "10.0.0.1,foo,::/0", /; "foo" and "::\/0" are not\.$/],
  ["DESK_OIDC_ROLES", "boss=x,admin=y,support", /; "boss=x" and "support" are not\.$/],
  ["OPPWA_BRANDS", "VISA visa CASH PAYPAL", /; "visa" and "CASH" are not\.$/],
  ["OPPWA_SCRIPT_ORIGINS", "https://a.ch https://b.ch/x c", /; "https:\/\/b\.ch\/x" and "c" are not\.$/],
  ["OPPWA_TEST_PARAMETERS", "a b=1 c", /; "a" and "c" are not\.$/],
  ["EXTENSIONS", "./a, b c ,d", /; "b c" is not\.$/],
  ["AGENTS_EMBED_ORIGINS", "https://a.ch https://b.ch/x c", /; "https:\/\/b\.ch\/x" and "c" are not\.$/],
  ["AGENTS_PLATFORMS", "https://a.ch/ucp b any", /; "b" and "any" are not\.$/],
  ["ALLOW_PLAINTEXT", "SMTP_URL,smtp,db", /; "smtp" and "db" are not\.$/],
  [
    "TMF_LISTENERS",
    "https://a.ch http://b.ch http://localhost:1 http://c.ch",
    /"http:\/\/b\.ch" and "http:\/\/c\.ch" are/,
  ],
  ["DOCUMENT_KEYS", `a:${key},b:1,c:${key},d`, /^DOCUMENT_KEYS must be .*; entries 2 and 4 are not\.$/],
  ["TMF_TOKENS", `a:${key} b:short`, /^TMF_TOKENS must be .*; entry 2 is not\.$/],
  ["TMF_PLANNERS", "a b:c d_", /^TMF_PLANNERS must be .*; entries 2 and 3 are not\.$/],
  [
    "LIMITS",
    "codesInAll=0 callsPerAddress=6000 calls=5 x codesPerNumber=1e3",
    /: "codesInAll=0" has no such count; "calls" is no limit; "x" is no such pair; "codesPerNumber=1e3" has no such count\.$/,
  ],
])("a list in %s names every wrong entry", (name, text, sentence) => {
  expect(mistakesOf({ [name]: text })).toMatch(sentence);
});

test("the only entry of a list is not named twice", () => {
  expect(mistakesOf({ TRUST_PROXY: "foo" })).toMatch(/^TRUST_PROXY is "foo"; it must be [^;]*\.$/);
});

test("an entry is named without its credentials", () => {
  expect(mistakesOf({ OPPWA_SCRIPT_ORIGINS: "https://a.ch https://u:sEcReT@b.ch/x" })).not.toContain("sEcReT");
});

test.each(["1e3", "0x10", "+5", "3000.0", "-0"])("a number is written in digits, not as %s", (PORT) => {
  expect(mistakesOf({ PORT })).toBe(`PORT is "${PORT}"; it must be a whole number from 0 to 65534.`);
});

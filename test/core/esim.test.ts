import { expect, test } from "vitest";
import { activationCode, codeParts, installLinks, isSmdpAddress } from "#core/order/esim.ts";

const code = activationCode("smdp.example.ch", "A1B2-C3");

test("an activation code and its parts", () => {
  expect(code).toBe("LPA:1$smdp.example.ch$A1B2-C3");
  expect(codeParts(code)).toEqual({ smdpAddress: "smdp.example.ch", matchingId: "A1B2-C3" });
});

test.each([
  "https://example.ch",
  "LPA:2$smdp.example.ch$A1",
  "LPA:1$smdp.example.ch",
  "LPA:1$$A1",
  "LPA:1$smdp.example.ch$",
])("%s is no activation code", (text) => expect(codeParts(text)).toBeNull());

test("install links carry the code, encoded", () => {
  expect(installLinks(code)).toEqual({
    ios: "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA%3A1%24smdp.example.ch%24A1B2-C3",
    android: "https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA%3A1%24smdp.example.ch%24A1B2-C3",
  });
});

test.each([
  ["smdp.example.ch", true],
  ["SMDP-2.Example.ch", true],
  [`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`, true],
  [`${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(62)}`, false],
  [`${"a".repeat(64)}.ch`, false],
  [`a.${"b".repeat(64)}`, false],
  ["smdp", false],
  ["smdp..ch", false],
  ["/smdp.example.ch", false],
  ["a$b.ch", false],
  ["smdp.example.ch/x", false],
])("%s as address of an SM-DP+: %s", (text, fits) => expect(isSmdpAddress(text)).toBe(fits));

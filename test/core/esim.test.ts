import { expect, test } from "vitest";
import { activationCode, codeParts, installLinks, isSmdpAddress } from "#core/esim.ts";

const code = activationCode("smdp.example.ch", "A1B2-C3");

test("an activation code and its parts", () => {
  expect(code).toBe("LPA:1$smdp.example.ch$A1B2-C3");
  expect(codeParts(code)).toEqual({ smdpAddress: "smdp.example.ch", matchingId: "A1B2-C3" });
  expect(codeParts("https://example.ch")).toBeNull();
});

test("install links carry the code, encoded", () => {
  expect(installLinks(code)).toEqual({
    ios: "https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA%3A1%24smdp.example.ch%24A1B2-C3",
    android: "https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA%3A1%24smdp.example.ch%24A1B2-C3",
  });
});

test.each([
  ["smdp.example.ch", true],
  ["smdp", false],
  ["a$b.ch", false],
  ["smdp.example.ch/x", false],
])("%s as address of an SM-DP+: %s", (text, fits) => expect(isSmdpAddress(text)).toBe(fits));

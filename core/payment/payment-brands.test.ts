import { expect, test } from "vitest";
import { brandsText, paymentBrands } from "./payment-brands.ts";

test("known brands are named in a fixed order, in each language", () => {
  const codes = ["PAYPAL", "UNKNOWN", "MASTER", "VISA"];
  expect(paymentBrands(codes).map(({ code }) => code)).toEqual(["VISA", "MASTER", "PAYPAL"]);
  expect(brandsText(codes, "de")).toBe("Visa, Mastercard oder PayPal");
  expect(brandsText(codes, "fr")).toBe("Visa, Mastercard ou PayPal");
  expect(brandsText(["VISA"], "it")).toBe("Visa");
  expect(brandsText(["UNKNOWN"], "sr")).toBe("");
  expect(brandsText(["MASTER", "TWINT"], "de")).toBe("TWINT oder Mastercard");
});

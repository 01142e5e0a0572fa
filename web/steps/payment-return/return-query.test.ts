import { expect, test } from "vitest";
import { returnQuery } from "./return-query.ts";

test("the provider's check value is sent if its address has one", () => {
  expect(returnQuery("?RETURNMAC=mac-1&hostedCheckoutId=1")).toEqual({ checkoutId: "1", RETURNMAC: "mac-1" });
  expect(returnQuery("?hostedCheckoutId=1")).toEqual({ checkoutId: "1" });
});

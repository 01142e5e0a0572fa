import { expect, test } from "vitest";
import { ownCapabilities, relevantTo, TELECOM_VERSION, telecomExtension, UCP_VERSION } from "./capabilities.ts";
import { negotiate } from "./negotiate.ts";

const PUBLIC_URL = "https://shop.example.ch";
const own = ownCapabilities(PUBLIC_URL);
const ours = [{ version: UCP_VERSION }];
const telecom = [{ version: TELECOM_VERSION }];

test("the extension of the shop is named after its host", () => {
  expect(telecomExtension(PUBLIC_URL)).toBe("ch.example.shop.shopping.telecom");
  expect(own.get("ch.example.shop.shopping.telecom")).toMatchObject([{ schema: `${PUBLIC_URL}/ucp/telecom.json` }]);
});

test("every extension extends a capability of the shop", () => {
  for (const versions of own.values())
    for (const { extends: parents } of versions)
      for (const parent of parents) expect([...own.keys()]).toContain(parent);
});

test("an answer has its root and the extensions of that, and nothing else", () => {
  const active = negotiate(own, own);
  expect(active.size).toBe(own.size);
  expect(relevantTo(active, "dev.ucp.shopping.checkout")).toEqual({
    "dev.ucp.shopping.checkout": ours,
    "dev.ucp.shopping.buyer_consent": ours,
    "ch.example.shop.shopping.telecom": telecom,
  });
  expect(relevantTo(active, "dev.ucp.shopping.catalog.search")).toEqual({
    "dev.ucp.shopping.catalog.search": ours,
    "ch.example.shop.shopping.telecom": telecom,
  });
  expect(relevantTo(active, "dev.ucp.shopping.order")).toEqual({ "dev.ucp.shopping.order": ours });
});

test("an answer has only what the platform has too, and nothing without its root", () => {
  const active = negotiate(own, new Map([["dev.ucp.shopping.checkout", ours]]));
  expect(relevantTo(active, "dev.ucp.shopping.checkout")).toEqual({ "dev.ucp.shopping.checkout": ours });
  expect(relevantTo(active, "dev.ucp.shopping.order")).toEqual({});
});

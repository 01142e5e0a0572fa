import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.ts";
import { ucpErrors } from "../support/ucp-schemas.ts";

let shop: Shop;
const env = { AGENTS: "ucp", AGENTS_PLATFORMS: "https://platform.example/ucp", PUBLIC_URL: "https://shop.example.ch" };

beforeAll(async () => {
  shop = await startShop({ env });
});
afterAll(() => shop.stop());

test("the business profile is the one of UCP's schema", async () => {
  const answer = await fetch(`${shop.url}/.well-known/ucp`, { redirect: "manual" });
  expect(answer.status).toBe(200);
  const profile: unknown = await answer.json();
  expect(ucpErrors("../discovery/profile_schema.json#/$defs/business_profile", profile)).toEqual([]);
  expect(profile).toMatchObject({ ucp: { version: "2026-04-08" } });
});

import { expect, test } from "vitest";
import { defaultSimType, takesEsim } from "#core/checkout-record/sim-type.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";

test("an eSIM is preselected wherever it is offered: without a device, or with one that supports it", () => {
  expect(takesEsim(demoCatalogue, null)).toBe(true);
  expect(takesEsim(demoCatalogue, "SAENTISX")).toBe(true);
  expect(takesEsim(demoCatalogue, "PIZLITE")).toBe(false);
  expect([defaultSimType(true), defaultSimType(false)]).toEqual(["1", "0"]);
});

test("in arm B of the experiment the card is preselected, and no eSIM appears where none is offered", () => {
  expect([defaultSimType(true, "A"), defaultSimType(true, "B")]).toEqual(["1", "0"]);
  expect([defaultSimType(false, "A"), defaultSimType(false, "B")]).toEqual(["0", "0"]);
});

import { expect, test } from "vitest";
import { defaultSimType, takesEsim } from "#core/sim-type.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";

test("an eSIM is chosen at first wherever it is offered: without a device, or with one that takes it", () => {
  expect(takesEsim(demoCatalogue, null)).toBe(true);
  expect(takesEsim(demoCatalogue, "SAENTISX")).toBe(true);
  expect(takesEsim(demoCatalogue, "PIZLITE")).toBe(false);
  expect([defaultSimType(true), defaultSimType(false)]).toEqual(["1", "0"]);
});

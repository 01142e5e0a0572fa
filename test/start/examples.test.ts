import { expect, test } from "vitest";
import { testsOf } from "../support/example.ts";

test("examples/stripe passes what any payment adapter has to", async () => {
  const printed = await testsOf("examples/stripe");
  expect(printed).toMatch(/^# fail 0$/m);
  expect(printed).toMatch(/^# pass 7$/m);
});

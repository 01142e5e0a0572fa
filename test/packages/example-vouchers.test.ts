import { expect, test } from "vitest";
import { testsOf } from "../support/example.ts";

test("examples/vouchers makes, holds, uses and gives back codes, also at the desk", async () => {
  const printed = await testsOf("examples/vouchers");
  expect(printed).toMatch(/^# fail 0$/m);
  expect(printed).toMatch(/^# pass 10$/m);
});

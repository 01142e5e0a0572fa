import { expect, test } from "vitest";
import { withChosenSim } from "./lines.ts";

type Answer = Parameters<typeof withChosenSim>[0];
const SIM = { code: "SIM", name: "SIM-Karte oder eSIM", billing: 0, oneTime: 0, total: 0 };
const answer = { items: [{ mobileTariff: { ...SIM, name: "Prepaid" } }, { sIM: SIM }] } as unknown as Answer;
const names = (simType: string | undefined) =>
  withChosenSim(answer, simType, (key) => key).items.map((item) => (item.sIM ?? item.mobileTariff)?.name);

test("the order's SIM is named after the choice, once there is one", () => {
  expect(names(undefined)).toEqual(["Prepaid", "SIM-Karte oder eSIM"]);
  expect(names("1")).toEqual(["Prepaid", "esim"]);
  expect(names("0")).toEqual(["Prepaid", "card"]);
});

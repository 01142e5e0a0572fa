import { expect, test } from "vitest";
import { yearlyOf } from "./yearly.ts";

const MOBILE = { code: "S", name: "SMART", billing: 24.9, oneTime: 0, total: 0, postpaid: true, binding: 24 };

test("the total of the first year counts each change within it from its month", () => {
  const yearly = (...items: readonly object[]) =>
    yearlyOf({ items, billing: 20, oneTime: 49, total: 10 } as unknown as Parameters<typeof yearlyOf>[0]);
  const all = 12 * 2000 + 4900 + 1000;
  expect(yearly({ mobileTariff: MOBILE })).toBe(all);
  const off = { code: "reduction", name: "G", billing: -5, oneTime: 0, total: 0 };
  expect(yearly({ other: { ...off, reduction: { months: 5 } } })).toBe(all + 7 * 500);
  expect(yearly({ other: off })).toBe(all);
  expect(yearly({ tVTariff: { ...MOBILE, billing: 16.9, later: { months: 3, billing: 19.9 } } })).toBe(all + 9 * 300);
  expect(yearly({ mobileTariff: { ...MOBILE, promotion: { after: 39.9, months: 24 } } })).toBe(all);
  expect(yearly({ mobileTariff: { ...MOBILE, promotion: { after: 39.9, months: null } } })).toBe(all);
  expect(yearly({ device: { ...MOBILE, billing: 50, instalments: { count: 10, total: 500 } } })).toBe(all - 2 * 5000);
});

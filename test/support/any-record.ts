import fc from "fast-check";
import { BINDING_CODES, TV_DURATIONS } from "#core/catalogue/codes.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { demoCatalogue } from "./demo-catalogue.ts";

const codes = (list: readonly { code: string }[]) => [...list.map((each) => each.code), "NOPE"];
const some = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
/** Generates any record that a client might send, valid or not. */
export const anyRecord = fc
  .record({
    type: fc.constantFrom("Tariff", "TV Tariff", "Tv Device", "Device", "Mobile Tariff"),
    tariff: some(codes(demoCatalogue.mobileTariffs)),
    mobile: some(codes(demoCatalogue.devices)),
    binding: some([...BINDING_CODES, "1"]),
    tv_tariff: some(codes(demoCatalogue.tvTariffs)),
    tv_duration: some([...TV_DURATIONS, 5]),
    tv_device: some([[], ["STB1"], ["STB2"], ["STB1", "STB2"], ["STB1", "STB1"], ["X"]]),
    bundles: fc.option(fc.array(fc.constantFrom(...codes(demoCatalogue.bundles)), { maxLength: 3 }), {
      nil: undefined,
    }),
    limit: some([0, 1, 100, 300, 301, 1.5, -1]),
    insurance: some([true, false]),
    postBill: some([true, false]),
    bonus: some([true, false]),
  })
  .map(
    (record) =>
      Object.fromEntries(
        Object.entries(record).filter(([, value]) => value !== undefined),
      ) as Partial<CheckoutRecord> as CheckoutRecord,
  );

import { describe, expect, test } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { checkoutAnswer } from "#server/sale/checkout/answer.ts";
import { demoCatalogue, demoWith, demoWithout } from "../support/demo-catalogue.ts";

/** Returns the answer for a record priced by one catalogue, while another one can be the newest. */
function answer(record: CheckoutRecord, catalogue: Catalogue = demoCatalogue, pricedBy: Catalogue = catalogue) {
  const quote = quoteFor(record, pricedBy);
  if (!quote) throw new Error("The record is not for sale");
  return checkoutAnswer({ id: "c", quote, catalogue, previous: null }, "en");
}
const SMART60: CheckoutRecord = { type: "Tariff", tariff: "SMART60" };

describe("a quote on the wire", () => {
  test("contains the TV bonus, by its code when it is no longer sold", () => {
    const record = { ...SMART60, bonus: true, tv_tariff: "TVS" } as const;
    expect(answer(record).chosenTv).toEqual({ code: "TVS", name: "TV S", billing: 0 });
    const gone = demoWithout("tvTariffs", "TVS");
    expect(answer(record, gone, demoCatalogue).chosenTv).toEqual({ code: "TVS", name: "TVS", billing: 0 });
    expect(answer(SMART60).chosenTv).toBeNull();
  });

  test("has the months of a TV line, and no old price where there is none", () => {
    const [line] = answer({ type: "TV Tariff", tv_tariff: "TVM", tv_duration: 6 }).items;
    expect(line?.tVTariff).toMatchObject({ tvDuration: 6, binding: 21, price: 24.9, oldPrice: null });
  });

  test("has the texts of an action, if the tariff has some and is still sold", () => {
    const textsOf = ({ spec }: ReturnType<typeof answer>) => [spec.action_text, spec.additional_action_text];
    const said = demoCatalogue.mobileTariffs.find(({ code }) => code === "SMART60");
    expect(textsOf(answer(SMART60))).toEqual([said?.actionText?.en, said?.additionalActionText?.en]);
    const silent = demoWith("mobileTariffs", "SMART60", { actionText: null, additionalActionText: null });
    expect(textsOf(answer(SMART60, silent))).toEqual(["", ""]);
    expect(textsOf(answer(SMART60, demoWithout("mobileTariffs", "SMART60"), demoCatalogue))).toEqual(["", ""]);
    const monthly = { ...SMART60, binding: "182400002" };
    expect(textsOf(answer(monthly))).toEqual(["", ""]);
  });
});

import { expect, test } from "vitest";
import { catalogueChanges } from "#core/catalogue-diff.ts";
import { demoCatalogue } from "../support/demo-catalogue.ts";

const amounts = Object.entries(demoCatalogue).filter(
  (entry): entry is [string, number] => typeof entry[1] === "number",
);

test.each(amounts)("a changed %s is listed with its old and new amount", (field, amount) => {
  const changed = { ...demoCatalogue, [field]: amount + 100 };
  expect(catalogueChanges(demoCatalogue, changed)).toEqual([
    {
      kind: "changed",
      what: "fees",
      code: "",
      name: "",
      fields: [{ field, old: expect.stringMatching(/^CHF /), new: expect.stringMatching(/^CHF /) }],
    },
  ]);
});

test("all fees of a first catalogue are listed", () => {
  const fees = catalogueChanges(null, demoCatalogue).find(({ what }) => what === "fees");
  expect(fees?.fields.map(({ field }) => field)).toEqual(amounts.map(([field]) => field));
});

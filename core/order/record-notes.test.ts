import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES } from "../text/locale.ts";
import { ORDER_MESSAGES } from "../../server/sale/order/sent-messages.ts";
import { addressWas, AS_IN_CATALOGUE, BY_CUSTOMER, readNote, RECORD_NOTES, refundConfirmed } from "./record-notes.ts";

const text = fc.string({ unit: fc.constantFrom("a", "é", " ", ",", "8001", "(", "\n") });

test("a note is recognised, with its values", () => {
  fc.assert(
    fc.property(text, text, text, (reason, other, third) => {
      expect(readNote(addressWas(reason, other))).toEqual({ note: "addressWas", values: { reason, address: other } });
      const values = { reason, asker: other, confirmed: third };
      expect(readNote(refundConfirmed(reason, other, third))).toEqual({ note: "refundConfirmed", values });
      expect(readNote(reason)).toBeNull();
    }),
  );
  expect([readNote(BY_CUSTOMER)?.note, readNote(AS_IN_CATALOGUE)?.note]).toEqual(["byCustomer", "asInCatalogue"]);
});

test.each(LOCALES)("the desk has a text in %s for every note, and for every message about an order", (locale) => {
  const read = (file: string) => JSON.parse(readFileSync(`locales/${locale}/desk/${file}.json`, "utf8")) as unknown;
  const { notes } = read("frame") as { readonly notes: object };
  const { about } = read("orders") as { readonly about: object };
  expect(Object.keys(notes).toSorted()).toEqual([...RECORD_NOTES].toSorted());
  expect(Object.keys(about)).toEqual(expect.arrayContaining([...ORDER_MESSAGES]));
});

import { expect, test } from "vitest";
import { documentsFor } from "../../../../test/support/law.ts";
import { readingOf } from "./call.ts";

const rules = {
  documents: documentsFor({ family: "mobile", postpaid: true }),
  today: { year: 2026, month: 11, day: 26 },
};
const zone = { number: "L8988901", birthday: "740812", expiry: "320415", names: null };

test("a passport that the contract does not accept is not offered, and fills no type", () => {
  const reading = readingOf({ ...zone, code: "P", issuer: "ITA", nationality: "ITA" }, null, rules);
  expect(reading).toMatchObject({ offered: false, fields: { citizenship: "IT", idNo: "L8988901" } });
  expect(reading.fields).not.toHaveProperty("identifiedBy");
});

test("a permit is offered, and its category is left open", () => {
  const reading = readingOf({ ...zone, code: "AR", issuer: "CHE", nationality: "TUR" }, null, rules);
  expect(reading).toMatchObject({ offered: true, fields: { citizenship: "TR", validUntil: "2032-04-15" } });
  expect(reading.fields).not.toHaveProperty("identifiedBy");
});

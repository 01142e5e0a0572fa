import fc from "fast-check";
import { expect, test } from "vitest";
import { readCallDetail, REMARKS, writeCallDetail, type RemarkedRule } from "./call-detail.ts";
import { STEPS } from "./steps.ts";

const step = fc.option(fc.constantFrom(...STEPS));
const fields = fc.uniqueArray(fc.constantFrom("first_name", "idNo", "number", "mnpMsisdn"), { maxLength: 3 });
const remarks = fc.oneof(
  fc.record({
    remark: fc.option(fc.constantFrom(...(Object.keys(REMARKS) as RemarkedRule[]))),
    check: fc.constant(null),
  }),
  fc.record({ remark: fc.constant("creditRefused" as const), check: fc.constantFrom("creditAgency", "limit") }),
);

test("readCallDetail() reverses writeCallDetail()", () => {
  fc.assert(
    fc.property(step, step, fields, remarks, (asked, backTo, refused, remark) => {
      const detail = { step: asked, backTo, fields: refused, ...remark };
      expect(readCallDetail(writeCallDetail(detail))).toEqual(detail);
    }),
  );
});

test("details of earlier versions are read", () => {
  expect(readCallDetail("5, back to step 3")).toEqual({
    step: "5",
    backTo: "3",
    remark: null,
    check: null,
    fields: [],
  });
  expect(readCallDetail("4, credit refused (ownRecords)")).toMatchObject({
    step: "4",
    remark: "creditRefused",
    check: "ownRecords",
  });
  expect(readCallDetail(null)).toEqual({ step: null, backTo: null, remark: null, check: null, fields: [] });
});

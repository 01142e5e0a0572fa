import { expect, test } from "vitest";
import { readIccids } from "./iccid-pool.ts";

/** Their last digits are check digits (ITU-T E.118). */
const [ONE, OTHER] = ["8941010000000000013", "8941010000000000021"];

test("a list of ICCIDs is read in the formats of spreadsheets and SM-DP+", () => {
  expect(readIccids(`ICCID;type\n${ONE};esim\n\n"${OTHER}"\n`)).toEqual({ ok: true, iccids: [ONE, OTHER], doubts: [] });
  for (const printed of [`${ONE}F`, "89410100 0000 0000 013", "8941-0100-0000-0000-013"])
    expect(readIccids(printed)).toEqual({ ok: true, iccids: [ONE], doubts: [] });
});

test("an invalid ICCID is reported with its line in the file, counting empty lines", () => {
  expect(readIccids(`${ONE}\n\n${OTHER}\nabc1\n`)).toEqual({
    ok: false,
    mistakes: ['line 4: "abc1" is not an ICCID, which has 18 to 20 digits'],
  });
});

test.each(["8941010000000010000", "8.94101E+18", "8,94100E+18"])(
  "%s, which a spreadsheet has rounded, is refused",
  (entry) => {
    expect(readIccids(`${ONE}\n${entry}`)).toEqual({
      ok: false,
      mistakes: [`line 2: "${entry}" was rounded by a spreadsheet: format the column as text`],
    });
  },
);

test("a duplicate is refused, even with padding", () => {
  expect(readIccids(`${ONE}\n"${OTHER}`)).toEqual({ ok: false, mistakes: ["line 2: a quotation mark is not closed"] });
  expect(readIccids(`${ONE}\n${ONE}F`)).toEqual({ ok: false, mistakes: [`line 2: ${ONE} is already in line 1`] });
});

test("a wrong check digit is doubtful, but accepted", () => {
  expect(readIccids("8941010000000000018")).toEqual({
    ok: true,
    iccids: ["8941010000000000018"],
    doubts: ["line 1: the last digit of 8941010000000000018 is not its check digit"],
  });
});

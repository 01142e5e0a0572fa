import { describe, expect, test } from "vitest";
import { decodeOperatorText, listEntries } from "./operator-text.ts";

describe("a file that an operator has written", () => {
  test("is UTF-8, with or without a byte order mark", () => {
    for (const bytes of [Buffer.from("Zürich"), Buffer.from("\uFEFFZürich")])
      expect(decodeOperatorText(bytes)).toEqual({ ok: true, text: "Zürich" });
    expect(decodeOperatorText(Buffer.alloc(0))).toEqual({ ok: true, text: "" });
  });

  test("in Windows-1252 is refused, with the line of the first letter", () => {
    const bytes = Buffer.concat([Buffer.from("Bern\nBasel\n"), Buffer.from("Zürich\n", "latin1")]);
    expect(decodeOperatorText(bytes)).toEqual({
      ok: false,
      line: 3,
      problem: "is not UTF-8, but probably Windows-1252 or ISO 8859-1 (line 3)",
      fix: "Save it as UTF-8.",
    });
    expect(decodeOperatorText(bytes, 100)).toMatchObject({ line: 102 });
  });

  test.each([
    ["with a byte order mark", Buffer.from("\uFEFFZürich", "utf16le")],
    ["without one", Buffer.from("Bern", "utf16le")],
  ])("in UTF-16 %s is refused, and named", (_, bytes) => {
    expect(decodeOperatorText(bytes)).toMatchObject({
      ok: false,
      problem: expect.stringContaining("UTF-16") as string,
    });
  });
});

test("a NUL character in UTF-8 is reported with its line", () => {
  expect(decodeOperatorText(Buffer.from("Bern\nBa\0sel\n"))).toMatchObject({
    line: 2,
    problem: "has a character NUL (line 2)",
  });
});

test("a list counts all its lines, takes the first column without quotes, and skips empty lines and a header", () => {
  expect(listEntries('Nummer;Typ\r\n\r\n"079 555 01 43";x\r\n\t\r\n 0795550144 \n')).toEqual([
    { line: 3, text: "079 555 01 43" },
    { line: 5, text: "0795550144" },
  ]);
  expect(listEntries('"079; 555 01 43";x\n"2,5E+3"\n2,5E+3;x')).toEqual([
    { line: 1, text: "079; 555 01 43" },
    { line: 2, text: "2,5E+3" },
    { line: 3, text: "2,5E+3" },
  ]);
});

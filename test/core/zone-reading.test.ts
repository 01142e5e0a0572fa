import fc from "fast-check";
import { parse } from "mrz";
import { describe, expect, test } from "vitest";
import { checkDigit, ZONE_FORMATS, zoneFormatOf, type ZoneFormatName } from "#core/document/zone-formats.ts";
import { readZone, type Candidates, type Zone } from "#core/document/zone-reading.ts";
import { makePerson, zoneTextOf } from "../../tools/documents/person.ts";
import { seeded } from "../support/seeded.ts";
import { printedZone } from "../support/document-set.ts";

const FORMATS = Object.keys(ZONE_FORMATS) as ZoneFormatName[];
const clear = (character: string): Candidates => [{ character, score: 0.97 }];
const seen = (lines: readonly string[]) => lines.map((line) => [...line].map(clear));
/** Returns the lines with the candidates of one column replaced. */
const withColumn = (lines: readonly string[], at: readonly [line: number, column: number], candidates: Candidates) =>
  seen(lines).map((row, line) => (line === at[0] ? row.with(at[1], candidates) : row));
const valueOf = (character: string) => (character === "<" ? 0 : Number.parseInt(character, 36));

const zones = fc
  .record({ seed: fc.integer({ min: 0, max: 1e6 }), format: fc.constantFrom(...FORMATS) })
  .map(({ seed, format }) => ({ format, lines: zoneTextOf(makePerson(seeded(seed), format), format) }));

test("check digits are those of Doc 9303's examples (part 3, section 4.9; part 4, appendix B)", () => {
  expect(checkDigit("520727")).toBe("3");
  expect(checkDigit("AB2134<<<")).toBe("5");
  expect(checkDigit("L898902C3")).toBe("6");
  expect(checkDigit("L898902C3674081221204159ZE184226B<<<<<1")).toBe("0");
});

test("only the three formats are zones", () => {
  expect([zoneFormatOf(3, 30), zoneFormatOf(2, 36), zoneFormatOf(2, 44)]).toEqual(["TD1", "TD2", "TD3"]);
  expect([zoneFormatOf(2, 30), zoneFormatOf(3, 44), zoneFormatOf(1, 44)]).toEqual([null, null, null]);
});

test("every clear zone is read as by the library mrz", () => {
  fc.assert(
    fc.property(zones, ({ lines }) => {
      expect(readZone(seen(lines))).toEqual(printedZone(lines));
    }),
  );
});

test("the specimen of Doc 9303 part 4 is read", () => {
  const lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"];
  expect(readZone(seen(lines))).toEqual({
    code: "P",
    issuer: "UTO",
    nationality: "UTO",
    number: "L898902C3",
    birthday: "740812",
    expiry: "120415",
    names: { surname: ["ERIKSSON"], given: ["ANNA", "MARIA"], cut: false },
  });
});

test("a number of more than nine characters continues in the optional data (part 5, note j)", () => {
  const [first, birthday, expiry] = ["I<UTOD23145890<7349<<<<<<<<<<<", "7408122", "1204159"];
  const rest = "<".repeat(11);
  expect(checkDigit("D23145890734")).toBe("9");
  const second = `${birthday}F${expiry}UTO${rest}${checkDigit(first.slice(5) + birthday + expiry + rest)}`;
  expect(readZone(seen([first, second, "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]))?.number).toBe("D23145890734");
});

test("the older French identity card, which has other columns, is not read as another format", () => {
  const lines = ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "8806923102858CORINNE<<<<<<<6512068F6"];
  expect(parse(lines).format).toBe("FRENCH_NATIONAL_ID");
  expect(readZone(seen(lines))).toBeNull();
});

describe("unclear characters", () => {
  test("similar letters and digits are distinguished by the check digits, or the number is unread", () => {
    const alike = fc.constantFrom(..."O0 S5 Z2 B8 G6 I1 U0 S8".split(" ").map((pair) => [...pair]));
    fc.assert(
      fc.property(zones, alike, fc.integer({ min: 0, max: 8 }), ({ lines, format }, pair, place) => {
        const [line, from] = ZONE_FORMATS[format].number;
        const printed = lines[line]?.[from + place] ?? "";
        fc.pre(pair.includes(printed));
        const doubtful = pair.map((character) => ({ character, score: 0.9 }));
        const read = readZone(withColumn(lines, [line, from + place], doubtful));
        expect([printedZone(lines).number, null]).toContain(read?.number);
      }),
      { numRuns: 3000, maxSkipsPerRun: 1000 },
    );
  });

  test("no wrong number or date has valid check digits, unless the wrong character has the same value modulo ten", () => {
    fc.assert(
      fc.property(
        zones,
        fc.constantFrom("number" as const, "birthday" as const, "expiry" as const),
        fc.nat({ max: 8 }),
        fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"),
        ({ lines, format }, field, place, wrong) => {
          const [line, from, to] = ZONE_FORMATS[format][field];
          const column = from + (place % (to - from));
          const printed = lines[line]?.[column] ?? "";
          fc.pre(Math.abs(valueOf(printed) - valueOf(wrong)) % 10 !== 0);
          const read = readZone(withColumn(lines, [line, column], clear(wrong)));
          const truth = printedZone(lines);
          for (const each of ["number", "birthday", "expiry"] as const)
            expect([truth[each], null]).toContain(read?.[each]);
          expect(read?.[field]).toBeNull();
        },
      ),
      { numRuns: 2000, maxSkipsPerRun: 100 },
    );
  });

  test("a covered column omits its field, and a number with too many combinations of check digits", () => {
    fc.assert(
      fc.property(zones, fc.nat({ max: 2 }), fc.nat({ max: 43 }), ({ lines }, line, column) => {
        fc.pre(line < lines.length && column < (lines[0]?.length ?? 0));
        const read = readZone(withColumn(lines, [line, column], []));
        const truth = printedZone(lines);
        for (const field of Object.keys(truth) as (keyof Zone)[])
          expect([JSON.stringify(truth[field]), "null"]).toContain(JSON.stringify(read?.[field]));
      }),
    );
  });

  test("where the zeros of the dates look like the letter O, two letters O in a number are not trusted", () => {
    const lines = ["P<CHEKELLER<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<<", "1O1781O8<6CHE6607157M4511126<<<<<<<<<<<<<<<2"];
    const printed = "10178108<6CHE6607157M4511126<<<<<<<<<<<<<<<2";
    const blurred = (ofDates: number) =>
      lines.map((line, at) =>
        [...line.padEnd(44, "<")].map((character, column): Candidates => {
          if (at === 0 || printed[column] !== "0") return clear(character);
          const letter = { character: "O", score: column < 9 ? 0.97 : ofDates };
          const digit = { character: "0", score: column < 9 ? 0.94 : 0.95 };
          return [letter, digit].toSorted((one, other) => other.score - one.score);
        }),
      );
    expect(readZone(blurred(0.85))?.number).toBe("1O1781O8");
    expect(readZone(blurred(0.94))?.number).toBeNull();
  });

  test("a name with a doubtful letter is not read", () => {
    const lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"];
    const doubtful = [
      { character: "E", score: 0.8 },
      { character: "F", score: 0.79 },
    ];
    expect(readZone(withColumn(lines, [0, 5], doubtful))?.names).toBeNull();
  });
});

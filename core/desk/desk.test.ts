import { orderedLines } from "./product.ts";
import type { LineKind } from "#core/price/lines.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OrderState } from "../order/order-states.ts";
import { isReason, reasonText } from "./order-actions.ts";
import { DESK_PERMITS, isDeskRole, permitsOf, type DeskPermit } from "./roles.ts";
import { searchedTerms, termsOf } from "./search.ts";
import { deskStateOf } from "./states.ts";

const ANNA = {
  number: "K100148",
  emails: ["Anna.Müller+shop@Example.ch", "anna@bücher.ch", "anna@xn--bcher-kva.ch"],
  names: ["Anna-Łucja", "Müller Đorđević"],
  phones: ["+41 78 412 34 56", "", "41791112233"],
};
/** Matches like the database: each word has to be the beginning of a term. */
const finds = (typed: string, terms: readonly string[]) => {
  const words = searchedTerms(typed);
  return words.length > 0 && words.every((word) => word.some((start) => terms.some((term) => term.startsWith(start))));
};

describe("what orders are found by", () => {
  test("is the beginning of a number, a name, an e-mail or a phone number, as people type it", () => {
    const terms = termsOf(ANNA);
    for (const typed of [
      "k1001",
      "100148",
      "anna",
      "muller",
      "Mueller",
      "mül an",
      "luc",
      "dord",
      "anna.mul",
      "anna.muller+shop@ex",
      "anna@bücher.ch",
      "bücher",
      "anna@xn--bcher",
      "078 412",
      "+41 78 412 34",
      "0041784",
      "079/111 22 33",
    ])
      expect([typed, finds(typed, terms)]).toEqual([typed, true]);
    for (const typed of ["nna", "mueler", "anna keller", "079 412", "x", "", "  ", "'", "()", "+"])
      expect([typed, finds(typed, terms)]).toEqual([typed, false]);
  });

  test("finds every order by the beginning of each of its words", () => {
    const word = fc.stringMatching(/^[A-Za-zÄÖÜäöüéèàçšđ]{2,12}$/);
    fc.assert(
      fc.property(word, word, fc.nat(), (first, last, at) => {
        const terms = termsOf({ number: "K1", emails: ["a@b.ch"], names: [first, last], phones: [] });
        for (const name of [first, last]) expect(finds(name.slice(0, 2 + (at % name.length)), terms)).toBe(true);
        expect(finds(`${last} ${first}`.toUpperCase(), terms)).toBe(true);
      }),
    );
  });

  test("has no term with a space, which the database would split in two", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (email, name, phone) => {
        for (const term of termsOf({ number: "K1", emails: [email], names: [name], phones: [phone] }))
          expect(term).not.toMatch(/\s/);
      }),
    );
  });
});

describe("roles", () => {
  test("have the permits of the table, and several roles have all of theirs", () => {
    expect(permitsOf([])).toEqual([]);
    expect(permitsOf(["admin"])).toEqual(Object.keys(DESK_PERMITS));
    expect(permitsOf(["catalogue"])).toEqual([
      "seeBoard",
      "seeCatalogue",
      "editCatalogue",
      "activateCatalogue",
      "changeStock",
      "runExperiments",
    ]);
    expect(permitsOf(["support"])).toEqual([
      "seeBoard",
      "seeOrders",
      "decideOrders",
      "seeDocuments",
      "refund",
      "seeCatalogue",
    ]);
    expect(permitsOf(["finance", "support"])).toContain("confirmRefund" satisfies DeskPermit);
    expect([isDeskRole("admin"), isDeskRole("boss")]).toEqual([true, false]);
  });
});

test("the desk's state of an order follows from its status, hand-over and refund", () => {
  const state = (
    status: OrderState,
    handover: "done" | "waiting" | "failed" | "none",
    refund: "none" | "waiting" | "givenUp" | "done" = "none",
  ) => deskStateOf({ status, handover, refund });
  expect(state("placed", "waiting")).toBe("new");
  expect(state("placed", "done")).toBe("handedOver");
  expect(state("placed", "failed")).toBe("handoverFailed");
  expect(state("onHold", "none")).toBe("onHold");
  expect(state("awaitingPayment", "none")).toBe("awaitingPayment");
  expect(state("cancelled", "done")).toBe("cancelled");
  expect(state("cancelled", "done", "waiting")).toBe("refunding");
  expect(state("cancelled", "none", "done")).toBe("refunded");
});

describe("a reason", () => {
  test.each([
    ["payslip seen", true],
    ["abcde", true],
    ["abcd", false],
    ["a   b", false],
    ["  a \u00a0 \n b  ", false],
    ["a\u200bb\u2060c\u200bd", false],
    ["a b c", true],
  ])("%j: %s", (typed, isOne) => expect(isReason(typed)).toBe(isOne));

  test("is stored in one line", () => expect(reasonText(" seen\n\n on  Monday ")).toBe("seen on Monday"));
});

test("an order is named after its device first, and after its first line if it has no product", () => {
  const kinds = (...lines: readonly LineKind[]) =>
    orderedLines(lines.map((kind) => ({ kind }))).map(({ kind }) => kind);
  expect(kinds("mobileTariff", "device", "other", "bundle")).toEqual(["device", "mobileTariff", "bundle"]);
  expect(kinds("tVTariff", "tVdevice", "box")).toEqual(["tVTariff", "tVdevice"]);
  expect(kinds("sIM", "other")).toEqual(["sIM"]);
});

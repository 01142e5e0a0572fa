import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DESK_ORDER_ACTIONS,
  offeredActions,
  ORDER_ACTIONS,
  permitOf,
  type OrderAction,
  type OrderFacts,
} from "./order-actions.ts";
import { ORDER_STATES } from "../order-states.ts";
import { askerFor, isReason, reasonText } from "./acts.ts";
import { DESK_PERMITS, DESK_ROLES, isDeskRole, permitsOf, type DeskPermit } from "./roles.ts";
import { searchedTerms, termsOf } from "./search.ts";
import { deskStateOf } from "./states.ts";

const ANNA = {
  number: "K100148",
  emails: ["Anna.Müller+shop@Example.ch", "anna@bücher.ch", "anna@xn--bcher-kva.ch"],
  names: ["Anna-Łucja", "Müller Đorđević"],
  phones: ["+41 78 412 34 56", "", "41791112233"],
};
/** As the database compares: each word is the beginning of a term. */
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

  test("has no term with a space, which would be two in the database", () => {
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

const NOW = new Date("2026-11-23T10:00:00Z");
const facts = (changes: Partial<OrderFacts> = {}): OrderFacts => ({
  status: "placed",
  createdAt: NOW,
  now: NOW,
  progress: null,
  transfer: null,
  hours: 2,
  paid: false,
  amount: 0,
  refundLimit: 50000,
  identity: true,
  hasEvents: true,
  esim: null,
  refund: "none",
  asked: null,
  ...changes,
});
const all = permitsOf(DESK_ROLES);
const offered = (changes: Partial<OrderFacts>) =>
  Object.fromEntries(offeredActions(facts(changes), all).map(({ act, hindrance }) => [act, hindrance]));

const CANCELLED = { status: "cancelled" } as const;
const whyNot = (action: OrderAction, changes: Partial<OrderFacts> = {}) =>
  ORDER_ACTIONS[action].unavailable(facts(changes));

describe("acts", () => {
  test("are offered as the order is, with what hinders them", () => {
    expect(offered({ status: "onHold", hasEvents: false })).toEqual({
      release: null,
      cancel: null,
      refund: "notPaid",
      mail: null,
      correctAddress: null,
    });
    expect(offered({ status: "onHold", hasEvents: false, identity: false })).toMatchObject({
      release: "identityRemoved",
    });
    expect(offered({ paid: true })).toEqual({ cancel: "alreadyPaid", refund: null, resend: null, mail: null });
    expect(offered({ paid: true, asked: { asker: "own" } })).toMatchObject({
      refund: "alreadyAsked",
      confirmRefund: "ownRequest",
      rejectRefund: null,
    });
    expect(offered({ paid: true, asked: { asker: "other" } })).toMatchObject({ confirmRefund: null });
    expect(offered({ status: "cancelled", refund: "givenUp" })).toEqual({
      retryRefund: null,
      resend: null,
      mail: null,
    });
    expect(offered({ status: "awaitingPayment", hasEvents: false })).toMatchObject({ correctAddress: null });
    expect(whyNot("correctAddress")).toBe("alreadyHandedOver");
    expect(whyNot("correctAddress", { status: "cancelled" })).toBe("alreadyCancelled");
    expect(offered({ esim: { state: "ready", installed: true, refused: false } })).toMatchObject({
      cancelEsim: "esimInstalled",
    });
    expect(offered({ esim: { state: "failed", installed: false, refused: false } })).toMatchObject({ retryEsim: null });
  });

  test("are offered only to who may do them", () => {
    for (const act of DESK_ORDER_ACTIONS) {
      const others = all.filter((permit) => permit !== permitOf(act));
      expect(offeredActions(facts({ asked: { asker: "other" } }), others).map((each) => each.act)).not.toContain(act);
    }
  });

  test("of who asked for a refund are decided by the person's id, and never where that says nothing", () => {
    const [invited, provider, other] = [null, "https://login.example", "https://other.example"];
    expect(askerFor({ id: "1", issuer: provider }, { id: "1", issuer: provider })).toBe("own");
    expect(askerFor({ id: "1", issuer: provider }, { id: "2", issuer: provider })).toBe("other");
    expect(askerFor({ id: "1", issuer: invited }, { id: "2", issuer: invited })).toBe("other");
    for (const [asked, confirms] of [
      [invited, provider],
      [provider, invited],
      [provider, other],
    ] as const)
      expect(askerFor({ id: "1", issuer: asked }, { id: "2", issuer: confirms })).toBe("unknown");
    expect(askerFor(null, { id: "1", issuer: invited })).toBe("unknown");
    expect(offered({ paid: true, asked: { asker: "unknown" } })).toMatchObject({
      confirmRefund: "askerUnknown",
      rejectRefund: null,
    });
  });

  test("give money back once: no order permits a refund and a second one", () => {
    for (const refund of ["waiting", "givenUp", "done"] as const)
      for (const status of ["placed", "cancelled"] as const)
        expect(whyNot("refund", { status, refund, paid: false })).not.toBeNull();
  });

  test("cancel an order once, whoever wants it", () => {
    const cancelling = ["cancel", "cancelHeld", "cancelPlaced", "cancelOwn", "cancelUnpaid", "refund"] as const;
    for (const action of cancelling) expect([action, whyNot(action, CANCELLED)]).not.toEqual([action, null]);
    for (const action of ["askForRefund", "confirmRefund"] as const)
      expect(whyNot(action, { ...CANCELLED, paid: true, asked: { asker: "other" } })).toBe("alreadyCancelled");
  });

  test("of commands and the job each cancel the orders that they are for", () => {
    const possible = (action: OrderAction) => ORDER_STATES.filter((status) => whyNot(action, { status }) === null);
    expect(possible("cancelHeld")).toEqual(["onHold", "awaitingPayment"]);
    expect(possible("cancelPlaced")).toEqual(["placed"]);
    expect(possible("cancelUnpaid")).toEqual(["awaitingPayment"]);
    expect(possible("cancel")).toEqual(["placed", "onHold", "awaitingPayment"]);
    expect(whyNot("cancelPlaced", { paid: true })).toBe("alreadyPaid");
    expect(whyNot("cancelOwn", { paid: true })).toBeNull();
    expect(whyNot("cancelOwn", { hours: 0 })).toBe("tooLate");
  });

  test("need a second person for a refund above the limit, where there is a desk", () => {
    const needs = (amount: number, refundLimit: number | null) =>
      ORDER_ACTIONS.refund.needsSecondPerson?.(facts({ paid: true, amount, refundLimit }));
    expect([needs(50001, 50000), needs(50000, 50000), needs(50001, null)]).toEqual([true, false, false]);
  });

  test("order another eSIM once the SM-DP+ has refused to cancel the first, not while it may still do so", () => {
    const esim = { state: "cancelling", installed: false, refused: false };
    expect(offered({ esim })).toMatchObject({ retryEsim: "esimEnding" });
    expect(offered({ esim: { ...esim, refused: true } })).toMatchObject({ retryEsim: null });
    expect(offered({ status: "cancelled", esim: { ...esim, refused: true } })).toMatchObject({
      retryEsim: "notPlaced",
    });
  });
});

test("an order is to the desk what its status, its hand-over and its money say", () => {
  const state = (
    status: OrderFacts["status"],
    handover: "done" | "waiting" | "failed" | "none",
    refund: OrderFacts["refund"] = "none",
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

  test("is kept in one line", () => expect(reasonText(" seen\n\n on  Monday ")).toBe("seen on Monday"));
});

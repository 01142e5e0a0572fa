import { describe, expect, test } from "vitest";
import {
  CHECKOUT_PAGES,
  closedBy,
  furthestStep,
  isAllowed,
  isStep,
  mayOrder,
  PAGE_STEP_AFTER,
  stepNumber,
  STEPS,
  stepsOf,
  type CheckoutFacts,
  type Step,
} from "#core/steps/steps.ts";
import {
  lastOutcome,
  mayFollow,
  PAYMENT_STATES,
  STATE_OF_OUTCOME,
  statesBefore,
  type PaymentState,
} from "#core/payment/payment-states.ts";

const NEW: CheckoutFacts = {
  prepaidFlow: false,
  priced: true,
  sellable: true,
  soldOut: false,
  customerKnown: false,
  business: false,
  solvent: true,
  personValid: false,
  addressValid: false,
  customerCreated: false,
  dueNow: false,
  paid: false,
  ordered: false,
  awaitingPayment: false,
};
const READY = { ...NEW, customerKnown: true, personValid: true, addressValid: true, customerCreated: true };

/** Facts, and the furthest page that they allow (decisions 4). */
const FURTHEST: readonly [string, CheckoutFacts, Step | null][] = [
  ["a new checkout", NEW, "3"],
  ["a new prepaid checkout", { ...NEW, prepaidFlow: true }, "3"],
  ["zero stock", { ...NEW, sellable: false }, "1"],
  ["zero stock, prepaid", { ...NEW, sellable: false, prepaidFlow: true }, null],
  ["no longer in the catalogue", { ...NEW, priced: false, sellable: false }, null],
  ["a known customer", { ...NEW, customerKnown: true }, "4"],
  ["a business customer", { ...NEW, customerKnown: true, business: true }, "5"],
  ["person validated", { ...NEW, customerKnown: true, personValid: true }, "4a"],
  ["not solvent: a person decides about the order", { ...READY, solvent: false }, furthestStep(READY)],
  ["address updated", { ...NEW, customerKnown: true, personValid: true, addressValid: true }, "5"],
  ["customer created, nothing due", READY, "5"],
  ["customer created, something due", { ...READY, dueNow: true }, "6"],
  ["paid, no order yet", { ...READY, dueNow: true, paid: true }, "5"],
  ["a business customer with something due", { ...READY, business: true, dueNow: true }, "5"],
  ["the order exists", { ...READY, ordered: true }, "7"],
  ["a released order that waits for its payment", { ...READY, ordered: true, awaitingPayment: true }, "7"],
];

describe("pages", () => {
  test.each(FURTHEST)("%s", (_name, facts, page) => {
    expect(furthestStep(facts)).toBe(page);
  });

  test("every page is reachable, and a page is allowed only after all previous ones", () => {
    const names = Object.keys(NEW) as (keyof CheckoutFacts)[];
    const reached = new Set<Step>();
    // All possible combinations, not a sample.
    for (let bits = 0; bits < 2 ** names.length; bits++) {
      const each = Object.fromEntries(names.map((name, at) => [name, ((bits >> at) & 1) === 1])) as CheckoutFacts;
      const allowed = STEPS.filter((page) => isAllowed(page, each));
      for (const page of allowed) reached.add(page);
      if (each.ordered) expect(allowed).toEqual(each.awaitingPayment ? ["6", "7"] : ["7"]);
      else expect(allowed).not.toContain("7");
      if (isAllowed("6", each) && !each.ordered) {
        expect(each.customerCreated && each.dueNow && !each.paid && isAllowed("5", each)).toBe(true);
      }
      if (isAllowed("4a", each)) expect(isAllowed("4", each) && each.personValid).toBe(true);
      if (isAllowed("5", each) && !each.business) expect(isAllowed("4a", each) && each.addressValid).toBe(true);
      if (mayOrder(each)) expect(each.customerCreated && (!each.dueNow || each.paid || each.business)).toBe(true);
      if (each.prepaidFlow) expect(allowed).not.toContain("1");
    }
    expect([...reached].sort()).toEqual([...STEPS].sort());
  });

  test("a business customer skips person, address and payment, and every customer needs the account", () => {
    const business = { ...READY, business: true, dueNow: true };
    const allowed = (facts: CheckoutFacts) => STEPS.filter((page) => isAllowed(page, facts));
    expect(allowed(business)).toEqual(["1", "2", "3", "5"]);
    expect(allowed({ ...business, ordered: true })).toEqual(["7"]);
    expect(allowed({ ...business, customerKnown: false })).toEqual(["1", "2", "3"]);
    expect(allowed({ ...business, sellable: false })).toEqual(["1"]);
  });

  test.each<[string, CheckoutFacts, boolean]>([
    ["everything is complete and nothing is due", READY, true],
    ["something is due", { ...READY, dueNow: true }, false],
    ["what was due is paid", { ...READY, dueNow: true, paid: true }, true],
    ["a business customer pays later", { ...READY, business: true, dueNow: true }, true],
    ["the customer is not created", { ...READY, customerCreated: false }, false],
    ["the address is missing", { ...READY, addressValid: false }, false],
    ["there is an order already", { ...READY, ordered: true }, false],
  ])("if %s, the order can be created: %s", (_name, facts, may) => {
    expect(mayOrder(facts)).toBe(may);
  });

  test("pages have a path, and all except the return page are steps", () => {
    expect(CHECKOUT_PAGES).toEqual(["1", "2", "3", "4", "4a", "5", "6", "7", "7p"]);
    expect(CHECKOUT_PAGES.filter(isStep)).toEqual(STEPS);
    expect(["", "8", "4A"].some(isStep)).toBe(false);
  });

  test("leaving a page forwards stores the page-step of the fixed table", () => {
    expect(PAGE_STEP_AFTER).toEqual({
      "1": "2",
      "2": "2",
      "3": "4",
      "4": "4a",
      "4a": "5",
      "5": "6",
      "6": null,
      "7": null,
    });
  });

  test("the general flow counts 1 to 5; prepaid omits step 1 and keeps 5", () => {
    expect(stepsOf({ prepaidFlow: false }).map((step) => step.number)).toEqual([1, 2, 3, 4, 5]);
    expect(stepsOf({ prepaidFlow: true }).map((step) => `${step.page}:${step.number}`)).toEqual([
      "3:1",
      "4:2",
      "4a:3",
      "5:5",
    ]);
  });
});

describe("the reason for a redirect to an earlier step", () => {
  test.each<[string, CheckoutFacts, ReturnType<typeof closedBy>]>([
    ["sold out", { ...READY, sellable: false, soldOut: true }, "noStock"],
    ["sold out, prepaid", { ...READY, sellable: false, soldOut: true, prepaidFlow: true }, "noStock"],
    ["no longer sold", { ...READY, priced: false, sellable: false }, "notSold"],
    ["a configuration that is not complete", { ...READY, sellable: false }, null],
    ["a step that comes later", NEW, null],
    ["an order, whatever is in stock by now", { ...READY, ordered: true, soldOut: true }, null],
  ])("%s", (_, facts, why) => expect(closedBy(facts)).toBe(why));
});

test("the desk numbers each step as in the general flow", () => {
  for (const { page, number } of stepsOf({ prepaidFlow: false })) expect(stepNumber(page)).toBe(number);
  expect(STEPS.filter((page) => stepNumber(page) === null)).toEqual(["2", "6", "7"]);
});

describe("payment states", () => {
  const FINAL: readonly PaymentState[] = ["ordered", "refunded"];

  test("every state is reached from open", () => {
    const reached = new Set<PaymentState>(["open"]);
    for (let before = 0; before !== reached.size;) {
      before = reached.size;
      for (const from of reached) for (const to of PAYMENT_STATES) if (mayFollow(from, to)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...PAYMENT_STATES].sort());
  });

  test("received money becomes an order or is refunded, and is refunded when the order is cancelled", () => {
    const deadEnds = PAYMENT_STATES.filter((from) => !PAYMENT_STATES.some((to) => mayFollow(from, to)));
    expect(deadEnds).toEqual(["refunded"]);
    expect(PAYMENT_STATES.filter((to) => mayFollow("ordered", to))).toEqual(["refunded"]);
    expect(PAYMENT_STATES.filter((to) => mayFollow("paid", to))).toEqual(FINAL);
  });

  test("a payment never reopens, and only a paid one becomes an order", () => {
    for (const from of PAYMENT_STATES) {
      expect(mayFollow(from, "open")).toBe(false);
      if (from !== "paid") expect(mayFollow(from, "ordered")).toBe(false);
    }
  });

  test("each outcome of a provider maps to a state", () => {
    for (const state of Object.values(STATE_OF_OUTCOME)) expect(PAYMENT_STATES).toContain(state);
    // Reserved money is not paid.
    expect(STATE_OF_OUTCOME).toMatchObject({ pending: "open", authorised: "open", paid: "paid", refunded: "refunded" });
  });

  test("a payment can become paid from every unpaid state, even after it ended", () => {
    expect(statesBefore("paid")).toEqual(["open", "declined", "cancelled", "expired"]);
    expect(statesBefore("ordered")).toEqual(["paid"]);
    expect(statesBefore("declined")).toEqual(["open"]);
    expect(statesBefore("open")).toEqual([]);
  });

  test.each<[PaymentState | undefined, ReturnType<typeof lastOutcome>]>([
    [undefined, null],
    ["open", null],
    ["ordered", null],
    ["paid", "pending"],
    ["declined", "declined"],
    ["cancelled", "cancelled"],
    ["expired", "expired"],
    ["refunded", "refunded"],
  ])("for a %s payment, step 6 shows: %s", (state, outcome) => {
    expect(lastOutcome(state)).toBe(outcome);
  });
});

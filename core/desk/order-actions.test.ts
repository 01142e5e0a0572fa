import { describe, expect, test } from "vitest";
import { ORDER_STATES } from "../order/order-states.ts";
import {
  requesterFor,
  DESK_ORDER_ACTIONS,
  offeredActions,
  ORDER_ACTIONS,
  permitOf,
  type OrderAction,
  type OrderFacts,
} from "./order-actions.ts";
import { DESK_ROLES, permitsOf } from "./roles.ts";

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

describe("actions", () => {
  test("are offered according to the order, with the reason if one is unavailable", () => {
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

  test("are offered only to people with their permit", () => {
    for (const act of DESK_ORDER_ACTIONS) {
      const others = all.filter((permit) => permit !== permitOf(act));
      expect(offeredActions(facts({ asked: { asker: "other" } }), others).map((each) => each.act)).not.toContain(act);
    }
  });

  test("tell the requester of a refund by the person's id, and do not guess if the id proves nothing", () => {
    const [invited, provider, other] = [null, "https://login.example", "https://other.example"];
    expect(requesterFor({ id: "1", issuer: provider }, { id: "1", issuer: provider })).toBe("own");
    expect(requesterFor({ id: "1", issuer: provider }, { id: "2", issuer: provider })).toBe("other");
    expect(requesterFor({ id: "1", issuer: invited }, { id: "2", issuer: invited })).toBe("other");
    for (const [asked, confirms] of [
      [invited, provider],
      [provider, invited],
      [provider, other],
    ] as const)
      expect(requesterFor({ id: "1", issuer: asked }, { id: "2", issuer: confirms })).toBe("unknown");
    expect(requesterFor(null, { id: "1", issuer: invited })).toBe("unknown");
    expect(offered({ paid: true, asked: { asker: "unknown" } })).toMatchObject({
      confirmRefund: "askerUnknown",
      rejectRefund: null,
    });
  });

  test("refund once: no order allows a second refund", () => {
    for (const refund of ["waiting", "givenUp", "done"] as const)
      for (const status of ["placed", "cancelled"] as const)
        expect(whyNot("refund", { status, refund, paid: false })).not.toBeNull();
  });

  test("cancel an order once, whoever cancels it", () => {
    const cancelling = ["cancel", "cancelHeld", "cancelPlaced", "cancelOwn", "cancelUnpaid", "refund"] as const;
    for (const action of cancelling) expect([action, whyNot(action, CANCELLED)]).not.toEqual([action, null]);
    for (const action of ["askForRefund", "confirmRefund"] as const)
      expect(whyNot(action, { ...CANCELLED, paid: true, asked: { asker: "other" } })).toBe("alreadyCancelled");
  });

  test("of commands and the job cancel only the orders that they are meant for", () => {
    const possible = (action: OrderAction) => ORDER_STATES.filter((status) => whyNot(action, { status }) === null);
    expect(possible("cancelHeld")).toEqual(["onHold", "awaitingPayment"]);
    expect(possible("cancelPlaced")).toEqual(["placed"]);
    expect(possible("cancelUnpaid")).toEqual(["awaitingPayment"]);
    expect(possible("cancel")).toEqual(["placed", "onHold", "awaitingPayment"]);
    expect(whyNot("cancelPlaced", { paid: true })).toBe("alreadyPaid");
    expect(whyNot("cancelOwn", { paid: true })).toBeNull();
    expect(whyNot("cancelOwn", { hours: 0 })).toBe("tooLate");
  });

  test("need a second person for a refund above the limit, if there is a desk", () => {
    const needs = (amount: number, refundLimit: number | null) =>
      ORDER_ACTIONS.refund.needsSecondPerson?.(facts({ paid: true, amount, refundLimit }));
    expect([needs(50001, 50000), needs(50000, 50000), needs(50001, null)]).toEqual([true, false, false]);
  });

  test("order another eSIM once the SM-DP+ has refused to cancel the first, not while it can still cancel it", () => {
    const esim = { state: "cancelling", installed: false, refused: false };
    expect(offered({ esim })).toMatchObject({ retryEsim: "esimEnding" });
    expect(offered({ esim: { ...esim, refused: true } })).toMatchObject({ retryEsim: null });
    expect(offered({ status: "onHold", esim: { ...esim, refused: true } })).toMatchObject({ retryEsim: "notPlaced" });
    expect(offered({ status: "cancelled", esim: { ...esim, refused: true } })).not.toHaveProperty("retryEsim");
  });
});

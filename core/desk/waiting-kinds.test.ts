import { expect, test } from "vitest";
import { permitOf } from "./order-actions.ts";
import { nextOf, WAITING, WAITING_KINDS, type WaitingNext } from "./waiting-kinds.ts";

test("the permit for a kind includes its next action", () => {
  for (const kind of WAITING_KINDS) {
    const { permit, next }: { readonly permit: string; readonly next: WaitingNext } = WAITING[kind];
    if ("act" in next) expect([kind, permitOf(next.act)]).toEqual([kind, permit]);
  }
});

test("a job with an order has the action that repeats its work", () => {
  const job = (about: string, order: string | null = "K1") => nextOf("jobGivenUp", { order, about });
  expect(job("hand-over-order")).toEqual({ act: "resend" });
  expect(job("mail-order")).toEqual({ act: "mail" });
  expect(job("text-transfer")).toEqual({ page: "order" });
  expect(job("purge", null)).toEqual({ retry: true });
});

test("a thing without an order is retried in the list", () => {
  expect(nextOf("refundFailed", { order: "K1", about: "" })).toEqual({ act: "retryRefund" });
  expect(nextOf("refundFailed", { order: null, about: "" })).toEqual({ retry: true });
  expect(nextOf("stockHeld", { order: null, about: "AARE5 × 3" })).toEqual({ page: "stock" });
});

test("an activation leads to the page where it is published", () => {
  const page = (about: string) => nextOf("activationToConfirm", { order: null, about });
  expect(page("catalogue 5: new prices")).toEqual({ page: "catalogue" });
  expect(page("texts 2: new terms")).toEqual({ page: "texts" });
});

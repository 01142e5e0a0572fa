import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { LAST_NUMBER_PAGE, numberPattern } from "#core/phone-numbers/number-search.ts";
import { isSwissMobile, normalisePhone } from "#core/phone-numbers/phone.ts";
import type { Limits } from "#server/api/limits.ts";
import { type Call, type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import { refusal } from "#server/api/limits.ts";
import { clientNetwork, type SecurityLog } from "#server/platform/security/security-log.ts";
import type { AccessFailure, Checkouts } from "#server/sale/checkout/access.ts";
import { chosenNumber, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import { emailOf } from "#server/sale/checkout/user.ts";
import {
  HOLD_MINUTES,
  heldNumber,
  holdNumber,
  holdsOfOthers,
  LONGEST_HOLD_MINUTES,
  offeredNumbers,
  releaseNumber,
  type HeldNumber,
} from "#server/shop/phone-numbers/numbers.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly numberHolds: NumberHolds;
  readonly limits: Limits<"numbersPerAddress" | "numbersPerCheckout">;
};

const MINUTE_MS = 60_000;

export const NUMBER_TAKEN = fail("refusedFields", { fields: { newMsisdn: "refused.number" } });

/**
 * Opens a checkout for choosing a number, and counts searches and choices. `mobile`: whether the product has a phone
 * number.
 */
async function openForNumbers(
  services: Needs,
  call: Call<"numbers" | "holdNumber">,
): Promise<Result<{ readonly checkout: OpenCheckout; readonly mobile: boolean }, AccessFailure | "tooMany">> {
  const open = await services.checkouts.openForStep(call, "4");
  if (!open.ok) return open;
  const { id, checked } = open.value;
  const allowed = await services.limits.take({ numbersPerAddress: call.ip, numbersPerCheckout: id }, call.ip);
  return allowed.ok ? ok({ checkout: open.value, mobile: checked?.family === "mobile" }) : allowed;
}

/** POST /numbers: returns new numbers that the shopper can choose from in step 4. */
export function offerNumbers(services: Needs): Handler<"numbers"> {
  return async (call) => {
    const open = await openForNumbers(services, call);
    if (!open.ok) return open;
    const { checkout, mobile } = open.value;
    if (!mobile) return ok({ numbers: [], more: false, held: null });
    const now = services.now();
    const [digits, page] = [call.body.digits ?? "", call.body.page ?? 0];
    const [offered, held] = await Promise.all([
      offeredNumbers(services.db, { checkoutId: checkout.id, pattern: numberPattern(digits), page, now }),
      heldNumber(services.db, checkout.id, now),
    ]);
    return ok({
      numbers: [...offered.numbers],
      more: offered.more && page < LAST_NUMBER_PAGE,
      held: onWire(held, now),
    });
  };
}

/**
 * POST /hold-number: holds a number for the checkout, or releases the held one. The number of an open payment stays
 * held; only sending the form with another number closes the payment and releases it.
 */
export function holdOneNumber(services: Needs): Handler<"holdNumber"> {
  return async (call) => {
    const open = await openForNumbers(services, call);
    if (!open.ok) return open;
    const { checkout, mobile } = open.value;
    const isPaying = checkout.payments.some(({ state }) => state === "open");
    if (isPaying && chosenNumber(checkout)) {
      const now = services.now();
      return ok({ held: onWire(await heldNumber(services.db, checkout.id, now), now) });
    }
    if (!call.body.msisdn) {
      await releaseNumber(services.db, checkout.id);
      return ok({ held: null });
    }
    const msisdn = normalisePhone(call.body.msisdn);
    if (!mobile || !isSwissMobile(msisdn)) return NUMBER_TAKEN;
    const held = await services.numberHolds.hold(checkout, msisdn, call.ip);
    return held.ok ? ok({ held: onWire(held.value, services.now()) }) : held;
  };
}

/** Maximum of numbers held at the same time from one IP address, which many shoppers in one network can share. */
export const MAX_HELD = 20;

/** Holds numbers for checkouts. */
export type NumberHolds = {
  /**
   * Holds a number. Each new number counts for the customer, and one IP address can hold only a limited number of them
   * at a time, so that many checkouts cannot hold the whole pool. A hold ends after two hours, or with the payment for
   * which it was extended.
   */
  hold(checkout: OpenCheckout, msisdn: string, ip: string): Promise<Result<HeldNumber, "refusedFields" | "tooMany">>;
  /**
   * Holds the number in a form for another half an hour. Each step of the form calls this, so that an active shopper
   * keeps the number. Returns 406 if it has been taken in the meantime.
   */
  holdChosen(
    checkout: OpenCheckout,
    form: Pick<CustomerForm, "newMsisdn">,
    ip: string,
  ): Promise<Result<null, "refusedFields" | "tooMany">>;
};

export function createNumberHolds(needs: {
  readonly db: Database;
  readonly now: Clock;
  readonly limits: Limits<"numberHoldsPerAddress" | "numberHoldsPerAccount">;
  readonly security: Pick<SecurityLog, "pseudonym">;
}): NumberHolds {
  const { db, now: clock, limits, security } = needs;
  const hold: NumberHolds["hold"] = async (checkout, msisdn, ip) => {
    const [checkoutId, now] = [checkout.id, clock()];
    const held = await heldNumber(db, checkoutId, now);
    if (held?.msisdn !== msisdn) {
      const allowed = await limits.take({ numberHoldsPerAddress: ip, numberHoldsPerAccount: emailOf(checkout) }, ip);
      if (!allowed.ok) return allowed;
    }
    const holder = security.pseudonym(clientNetwork(ip));
    const latest = (held?.since ?? now).getTime() + LONGEST_HOLD_MINUTES * MINUTE_MS;
    const longer = new Date(Math.min(now.getTime() + HOLD_MINUTES * MINUTE_MS, latest));
    const until = held && held.until > longer ? held.until : longer;
    return db.transaction().execute(async (tx) => {
      const others = held ? null : await holdsOfOthers(tx, holder, { checkoutId, now });
      if (others && others.count >= MAX_HELD) return refusal(others.firstEnd, now);
      return (await holdNumber(tx, msisdn, { checkoutId, now, until, holder })) ? ok({ msisdn, until }) : NUMBER_TAKEN;
    });
  };

  return {
    hold,
    async holdChosen(checkout, { newMsisdn }, ip) {
      if (newMsisdn === "") return ok(null);
      const held = await hold(checkout, newMsisdn, ip);
      return held.ok ? ok(null) : held;
    },
  };
}

function onWire(held: HeldNumber | null, now: Date): AnswerOf<"numbers">["held"] {
  return held && { msisdn: held.msisdn, secondsLeft: Math.ceil((held.until.getTime() - now.getTime()) / 1000) };
}

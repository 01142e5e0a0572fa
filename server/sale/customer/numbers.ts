import type { AnswerOf } from "#contract/endpoints.ts";
import type { CustomerForm } from "#core/customer-form.ts";
import { numberPattern } from "#core/number-search.ts";
import { isSwissMobile, normalisePhone } from "#core/phone.ts";
import type { LimitsNamed } from "#server/config/config.ts";
import type { Call, Handler } from "#server/platform/http/call.ts";
import { fail, ok, type Result } from "#server/platform/http/result.ts";
import type { AccessFailure } from "#server/sale/checkout/access.ts";
import { openForStep } from "#server/sale/checkout/open-for-step.ts";
import type { CheckoutNeeds } from "#server/sale/checkout/store.ts";
import {
  HOLD_MINUTES,
  heldNumber,
  holdNumber,
  offeredNumbers,
  releaseNumber,
  type HeldNumber,
} from "#server/shop/numbers/numbers.ts";

type Needs = CheckoutNeeds & LimitsNamed<"numbersPerAddress" | "numbersPerCheckout">;

export const NUMBER_TAKEN = fail("refusedFields", { fields: { newMsisdn: "refused.number" } });

/** Opens a checkout for choosing a number; `mobile`: it is one that has a number. Counts what is searched for and chosen. */
async function openForNumbers(
  services: Needs,
  call: Call<"numbers" | "holdNumber">,
): Promise<Result<{ readonly id: string; readonly mobile: boolean }, AccessFailure | "tooMany">> {
  const open = await openForStep(services, call, "4");
  if (!open.ok) return open;
  const { id, checked } = open.value;
  const allowed = await services.limits.take({ numbersPerAddress: call.ip, numbersPerCheckout: id }, call.ip);
  return allowed.ok ? ok({ id, mobile: checked?.family === "mobile" }) : allowed;
}

/** POST /numbers: new numbers that the shopper of step 4 may choose from. */
export function offerNumbers(services: Needs): Handler<"numbers"> {
  return async (call) => {
    const open = await openForNumbers(services, call);
    if (!open.ok) return open;
    const { id, mobile } = open.value;
    if (!mobile) return ok({ numbers: [], more: false, held: null });
    const now = services.now();
    const { digits = "", page = 0 } = call.body;
    const [offered, held] = await Promise.all([
      offeredNumbers(services.db, { checkoutId: id, pattern: numberPattern(digits), page, now }),
      heldNumber(services.db, id, now),
    ]);
    return ok({ numbers: [...offered.numbers], more: offered.more, held: onWire(held, now) });
  };
}

/** POST /hold-number: holds a number for the checkout, or gives up the one that it holds. */
export function holdOneNumber(services: Needs): Handler<"holdNumber"> {
  return async (call) => {
    const open = await openForNumbers(services, call);
    if (!open.ok) return open;
    const { id, mobile } = open.value;
    if (!call.body.msisdn) {
      await releaseNumber(services.db, id);
      return ok({ held: null });
    }
    const msisdn = normalisePhone(call.body.msisdn);
    if (!mobile || !isSwissMobile(msisdn)) return NUMBER_TAKEN;
    const held = await keep(services, id, msisdn);
    return held.ok ? ok({ held: onWire(held.value, services.now()) }) : held;
  };
}

/**
 * Holds the number of a form for its checkout, for another half an hour: each step of the form does, so that a shopper who goes on keeps
 * it. 406 if somebody else has it in the meantime.
 */
export async function holdChosenNumber(
  services: CheckoutNeeds,
  checkoutId: string,
  { newMsisdn }: Pick<CustomerForm, "newMsisdn">,
): Promise<Result<null, "refusedFields">> {
  if (newMsisdn === "") return ok(null);
  const held = await keep(services, checkoutId, newMsisdn);
  return held.ok ? ok(null) : held;
}

async function keep(
  { db, now }: Pick<CheckoutNeeds, "db" | "now">,
  checkoutId: string,
  msisdn: string,
): Promise<Result<HeldNumber, "refusedFields">> {
  const until = new Date(now().getTime() + HOLD_MINUTES * 60_000);
  const held = await db.transaction().execute((tx) => holdNumber(tx, msisdn, { checkoutId, now: now(), until }));
  return held ? ok({ msisdn, until }) : NUMBER_TAKEN;
}

function onWire(held: HeldNumber | null, now: Date): AnswerOf<"numbers">["held"] {
  return held && { msisdn: held.msisdn, secondsLeft: Math.ceil((held.until.getTime() - now.getTime()) / 1000) };
}

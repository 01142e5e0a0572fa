import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import * as v from "valibot";
import { PaymentForm, type PrepareAnswers } from "#contract/schemas/prepare.ts";
import { promisedDays } from "#core/order/after-order.ts";
import { byCode } from "#core/catalogue/catalogue.ts";
import { dayInZurich } from "#core/time/dates.ts";
import type { Arms, ExperimentStep } from "#core/checkout-record/experiments.ts";
import { isOrderable } from "#core/form/locking.ts";
import { toChf } from "#core/money/money.ts";
import { lastOutcome } from "#core/payment/payment-states.ts";
import { isAllowed, isStep, type CheckoutFacts, type Step } from "#core/steps/steps.ts";
import type { Locale } from "#core/text/locale.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import type { EidPort } from "#server/sale/document/eid/port.ts";
import type { Settlement } from "#server/sale/payment/settle.ts";
import type { PaymentProviders } from "#server/sale/payment/providers.ts";
import { shownPayments } from "#server/sale/ledger/queries.ts";
import type { Orders } from "#server/sale/order/finalise.ts";
import { hasNumbers } from "#server/shop/phone-numbers/numbers.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import type { Experiments } from "#server/shop/experiments/live-experiments.ts";
import { knownHere, type Access, type Checkouts } from "#server/sale/checkout/access.ts";
import {
  amountDue,
  factsOf,
  formContext,
  isRefusedCredit,
  deviceName,
  offersEsim,
} from "#server/sale/checkout/checkout.ts";
import { toFurthestStep, refusalOf } from "#server/sale/checkout/refusals.ts";
import { identityOf, onRecord, userOf } from "#server/sale/checkout/user.ts";
import { termsVersion } from "#server/sale/customer/accepted-terms.ts";
import { reviewOf } from "./review.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly settlement: Settlement;
  readonly orders: Orders;
  readonly providers: PaymentProviders;
  /** Null if the shop only sells SIM cards. */
  readonly esims: object | null;
  readonly brand: Brand;
  readonly experiments: Experiments;
  readonly config: Pick<Config, "documentReading" | "reviewDays">;
  readonly eid: Pick<EidPort, "replacesPicture"> | null;
};

/** Who can enter a step: up to step 3, everyone with the checkout id; after that, only its customer. */
const OPEN: Readonly<Record<Step, "openForAnyone" | "openForCustomer">> = {
  "1": "openForAnyone",
  "2": "openForAnyone",
  "3": "openForAnyone",
  "4": "openForCustomer",
  "4a": "openForCustomer",
  "5": "openForCustomer",
  "6": "openForCustomer",
  "7": "openForCustomer",
};

/** GET /prepare/{step}/{page-step}: the server decides whether the step may be entered (decisions 4). */
export function prepare(services: Needs): Handler<"prepare"> {
  return async ({ params, checkoutId, token, locale }) => {
    const { step, pageStep } = params;
    if (!isStep(step) || !isStep(pageStep)) return fail("notFound");
    const access = await services.checkouts[OPEN[step]]({ checkoutId, token });
    if (!access.ok) return access;
    const facts = factsOf(access.value.checkout, services.now());
    if (isAllowed(step, facts)) return answerOf(step, services, access.value, facts, { token, locale });
    // It is paid but has no order, so create the order now. From then on, every step leads to the thank-you page.
    if (facts.paid) return afterOrder(step, services, access.value);
    return toFurthestStep(facts);
  };
}

async function afterOrder(
  step: Step,
  services: Needs,
  { checkout }: Access,
): Promise<Result<PrepareAnswers["7"], "stepRefused">> {
  const made = await services.orders.make(checkout, "payment");
  if (made.kind !== "ordered") return toFurthestStep(factsOf(checkout, services.now()));
  return step === "7" ? ok({ solvent: made.order.status === "placed" }) : fail("stepRefused", { page: "7" });
}

/** Returns the shopper, if they can continue from step 3 without a new login. */
async function greeting(services: Needs, access: Access, token: string | null): Promise<PrepareAnswers["3"]> {
  const user = await knownHere(services, access, token);
  return user ? { user } : {};
}

type PrepareResult = Result<PrepareAnswers[Step], "stepRefused">;

async function answerOf(
  step: Step,
  services: Needs,
  access: Access,
  facts: CheckoutFacts,
  { token, locale }: { readonly token: string | null; readonly locale: Locale },
): Promise<PrepareResult> {
  const { checkout } = access;
  const tv = checkout.checked?.family === "tv";
  const postpaid = checkout.quote?.postpaid ?? true;
  const { eid } = services;
  switch (step) {
    case "1":
      return ok({
        onStock: checkout.available ?? 1,
        postpaid,
        tv,
        ...boxPrices(access),
        ...armsOf(services.experiments, step, access),
      });
    case "2":
      return ok({});
    case "3":
      return ok(await greeting(services, access, token));
    case "4":
      return ok({
        user: userOf(access),
        tv,
        postpaid,
        solvent: facts.solvent,
        ...(!facts.solvent && { refusal: refusalOf(services, checkout, null, locale) }),
        esim: offersEsim(services, checkout),
        device: deviceName(checkout),
        numbers: !tv && (await hasNumbers(services.db, checkout.id, services.now())),
        expected: promisedDays(dayInZurich(services.now())),
        ...armsOf(services.experiments, step, access),
      });
    case "4a":
      return ok({ user: userOf(access), poBox: formContext(checkout, services.now()).takesPoBox });
    case "5":
      return ok({
        user: userOf(access),
        postpaid,
        tv,
        business: facts.business,
        ...knownRefusal(services, checkout, facts, locale),
        recordComplete: !facts.business || isOrderable(onRecord(checkout)),
        documents: formContext(checkout, services.now()).documents,
        documentKept: checkout.documentId !== null,
        documentRead: services.config.documentReading,
        eid: eid && { replacesPicture: eid.replacesPicture },
        review: reviewOf(access, { now: services.now(), brand: services.brand }, locale),
        ...identityOf(access),
        ...billFee(access),
        ...terms(services.brand, tv, locale),
      });
    case "6":
      return preparePayment(services, access);
    case "7":
      return ok({ solvent: checkout.order?.status === "placed" });
  }
}

/**
 * Returns a refusal of credit that is known before the order, because the customer exists or the form was sent before.
 */
function knownRefusal(
  services: Needs,
  checkout: Access["checkout"],
  facts: CheckoutFacts,
  locale: Locale,
): Pick<PrepareAnswers["5"], "refusal"> {
  if (!facts.solvent) return { refusal: refusalOf(services, checkout, null, locale) };
  return isRefusedCredit(checkout) ? { refusal: refusalOf(services, checkout, checkout.solvency, locale) } : {};
}

/**
 * Returns the experiment arms of this step. Empty if there are none, because clients expect `arms` to be absent then.
 */
function armsOf(experiments: Experiments, step: ExperimentStep, { checkout }: Access): { readonly arms?: Arms } {
  const arms = experiments.armsAt(step, checkout);
  return Object.keys(arms).length > 0 ? { arms } : {};
}

/** Returns the monthly prices of the set-top boxes in CHF. */
function boxPrices({ checkout }: Access): Pick<PrepareAnswers["1"], "stb" | "stb2"> {
  const priceOf = (code: string) => toChf(byCode(checkout.catalogue.boxes, code)?.monthly ?? 0);
  return { stb: priceOf("STB1"), stb2: priceOf("STB2") };
}

/** Returns the monthly fee for a paper bill in CHF. */
function billFee({ checkout }: Access): Pick<PrepareAnswers["5"], "postBillFee"> {
  return { postBillFee: toChf(checkout.catalogue.postBillFee) };
}

function terms(brand: Brand, tv: boolean, locale: Locale): Pick<PrepareAnswers["5"], "agb" | "agbVersion" | "gdpr"> {
  const family = tv ? "tv" : "mobile";
  const agb = brand.terms[family].map(({ code, title, url, required }) => ({
    code,
    title: title[locale],
    url,
    required,
  }));
  return {
    agb,
    agbVersion: termsVersion(brand, family),
    gdpr: { title: brand.gdpr.title[locale], url: brand.gdpr.url },
  };
}

/** Prepares step 6. Settles an open payment first; if the provider does not respond, shows the step anyway. */
async function preparePayment(services: Needs, { checkout }: Access): Promise<PrepareResult> {
  const settled = await services.settlement.settleOpen(checkout.id).catch((error: unknown) => {
    if (error instanceof Unavailable) return null;
    throw error;
  });
  if (settled === "ordered") return fail("stepRefused", { page: "7" });
  const payments = await shownPayments(services.db, checkout.id);
  const open = payments.find((payment) => payment.state === "open");
  return ok({
    amount: toChf(amountDue(checkout)),
    lastOutcome: lastOutcome(payments.find((payment) => payment.state !== "open")?.state),
    // A provider that is no longer configured has no place in the policy of the page, so its form could not be loaded.
    widget: open && services.providers.named(open.provider) ? v.parse(v.nullable(PaymentForm), open.widget) : null,
  });
}

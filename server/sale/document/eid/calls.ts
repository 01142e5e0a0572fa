import type { Database } from "#server/platform/database/database.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { EidPort } from "./port.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { toWire, wireName } from "#core/form/spelling.ts";
import { eidDiffers, type Person } from "#core/form/eid-claims.ts";
import { isBusiness } from "#server/sale/identity/profile.ts";
import { offeredDocuments } from "#core/document/documents.ts";
import { LOCALES, type Locale } from "#core/text/locale.ts";
import type { Limits } from "#server/api/limits.ts";
import { secretHash, newSecret } from "#server/platform/encryption/link-secret.ts";
import { type Handler } from "#server/api/call.ts";
import { fail, ok } from "#server/api/result.ts";
import { serverText } from "#server/platform/texts/texts.ts";
import { formContext, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import { onRecord } from "#server/sale/checkout/user.ts";
import type { Brand } from "#server/shop/brand/brand.ts";
import {
  checkoutOfVerification,
  storeVerification,
  LIFE_MS,
  verificationOf,
  type EidProofs,
  type EidState,
} from "./verifications.ts";

/**
 * POST /eid-verification: starts the verification of an e-ID for step 5. Only the page that started it gets the secret
 * and can read the result.
 */
export function beginEid(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly eid: Pick<EidPort, "begin"> | null;
  readonly limits: Limits<"eidsPerCheckout" | "eidsPerAddress">;
  readonly brand: Pick<Brand, "name">;
}): Handler<"beginEid"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    const { eid, db, brand, now } = services;
    const checkoutId = open.value.id;
    const allowed = await services.limits.take({ eidsPerCheckout: checkoutId, eidsPerAddress: call.ip }, call.ip);
    if (!allowed.ok) return allowed;
    if (!eid) return fail("notFound");
    const purposes = LOCALES.map((each) => [each, serverText(each, "eid.purpose", { brand: brand.name })]);
    const { id, link } = await eid.begin(Object.fromEntries(purposes) as Record<Locale, string>);
    const { secret, hash } = newSecret();
    await storeVerification(db, { checkoutId, verifierId: id, secretHash: hash, now: now() });
    return ok({ link, secret, secondsLeft: LIFE_MS / 1000 });
  };
}

/**
 * POST /eid-state: returns the state of a verification and, once it is verified, the data of the e-ID, to the page that
 * started it.
 */
export function eidState(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly eidProofs: EidProofs;
}): Handler<"eidState"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    const hash = secretHash(call.body.secret);
    const id = hash && (await verificationOf(services.db, open.value.id, hash));
    if (!id) return ok({ state: "refused", reason: "expired" });
    return ok(onWire(await services.eidProofs.ask(id, personOf(open.value)), open.value, services.now()));
  };
}

const NOBODY: Person = { firstName: "", lastName: "", day: "", month: "", year: "" };

/**
 * Returns the person of the order: for a business customer from the operator's record, otherwise as typed in step 4.
 */
function personOf(checkout: OpenCheckout): Person {
  const typed = isBusiness(checkout.account?.profile ?? null) ? null : checkout.form;
  return { ...NOBODY, ...(typed ?? onRecord(checkout)) };
}

function onWire(asked: EidState, checkout: OpenCheckout, now: Date): AnswerOf<"eidState"> {
  if (asked.state !== "verified") return asked;
  const { lastName, firstName, birthday, identifiedBy, ...fields } = asked.facts;
  const offered = offeredDocuments(fields.citizenship, formContext(checkout, now).documents);
  return {
    state: "verified",
    reading: {
      fields: { ...fields, ...(identifiedBy && offered.includes(identifiedBy) && { identifiedBy }) },
      offered: identifiedBy === null || offered.includes(identifiedBy),
      person: toWire({ lastName, firstName, birthday }),
      differs: eidDiffers(asked.facts, personOf(checkout)).map((field) => wireName(field)),
    },
  };
}

/**
 * POST /eid-events: the verifier reports that a result is available (its OpenAPI file, WebhookCallback). The body is
 * not trusted; instead, the verifier is asked. So the result is ready even if the shopper's page sleeps while the
 * wallet is open.
 */
export function eidEvents(services: {
  readonly db: Database;
  readonly checkouts: Checkouts;
  readonly eidProofs: EidProofs;
}): Handler<"eidEvents"> {
  return async ({ body }) => {
    const checkout = await services.checkouts.load(await checkoutOfVerification(services.db, body.verification_id));
    if (checkout) await services.eidProofs.ask(body.verification_id, personOf(checkout));
    return ok({ ok: true });
  };
}

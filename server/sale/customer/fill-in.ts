import { toWire } from "#core/form/spelling.ts";
import type { Handler } from "#server/api/call.ts";
import type { Limits } from "#server/api/limits.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import { numberText } from "#server/platform/texts/texts.ts";
import type { AccessFailure, Checkouts } from "#server/sale/checkout/access.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { NetworkPort } from "#server/sale/identity/network.ts";
import { endVisit, startVisit, type NetworkVisit } from "#server/sale/identity/network-visit.ts";
import { filledFields } from "./network-record.ts";
import { refuseOutdated } from "./steps.ts";

type Needs = {
  /** The operator's mobile network; null if it is not asked. */
  readonly network: { readonly port: NetworkPort } | null;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly limits: Limits<"fillInsPerCheckout" | "fillInsInAll">;
  readonly config: Pick<Config, "publicUrl">;
};

/** Long enough to read the network's question, and to prove there who one is. */
const visitOf = ({ publicUrl }: Pick<Config, "publicUrl">): NetworkVisit => ({
  cookie: "kasse-network-fill-in",
  seconds: 600,
  returnAddress: `${publicUrl}/checkout/4`,
});

/** Opens the checkout of a person who can fill in the form; customers of the operator's base have a record already. */
async function openFor(
  { checkouts }: Needs,
  call: Parameters<Checkouts["openForStep"]>[0],
): Promise<Result<OpenCheckout, AccessFailure | "fillInFailed">> {
  const open = await checkouts.openForStep(call, "4");
  return open.ok && open.value.account?.profile.userId ? fail("fillInFailed") : open;
}

/** POST /begin-fill-in: answers with the address at which the network asks its customer for consent. */
export function beginFillIn(services: Needs): Handler<"beginFillIn"> {
  return async (call) => {
    const { network, limits, config } = services;
    const open = await openFor(services, call);
    if (!open.ok) return open;
    if (!network) return fail("fillInFailed");
    const allowed = await limits.take({ fillInsPerCheckout: open.value.id }, call.ip);
    if (!allowed.ok) return allowed;
    const url = await startVisit(call, visitOf(config), network.port.consentAddress);
    return url === null ? fail("fillInFailed") : ok({ url });
  };
}

/**
 * POST /fill-in: answers with the fields that the network has sent, and records the consent in the checkout. The fields
 * are not stored: the shopper checks and sends them like typed ones.
 */
export function fillIn(services: Needs): Handler<"fillIn"> {
  return async (call) => {
    const { network, limits, config, now } = services;
    const visit = endVisit(call, visitOf(config), call.body.query);
    const open = await openFor(services, call);
    if (!open.ok) return open;
    if (!network || !visit) return fail("fillInFailed");
    // Counted here, so that only answers that are paid for count.
    const paid = await limits.take({ fillInsInAll: "" }, call.ip);
    if (!paid.ok) return paid;
    const record = await network.port.sharedRecord(visit.secrets, visit.returned);
    if (record === null) return fail("fillInFailed");
    const filledIn = {
      at: now().toISOString(),
      locale: call.locale,
      text: numberText(call.locale, "fillIn.text"),
      fields: Object.keys(record),
    };
    const saved = await services.checkouts.change(open.value, { filledIn });
    return saved ? ok({ fields: toWire(filledFields(record)) }) : refuseOutdated(services, open.value.id);
  };
}

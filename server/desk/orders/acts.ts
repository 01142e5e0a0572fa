import type { AddressFields } from "#core/form/customer-form.ts";
import { ACT_RULES, type DeskAct, type Hindrance } from "#core/desk/acts.ts";
import { refundConfirmed } from "#core/order/record-notes.ts";
import { isUniqueViolation } from "#server/platform/database/database.ts";
import {
  cancelHeldOrder,
  cancelPlacedOrder,
  refundOrder,
  refundOrderIn,
  type Cancelled,
} from "#server/sale/order/cancel.ts";
import { loadOrder } from "#server/sale/order/order.ts";
import { correctAddress } from "#server/sale/order/correct-address.ts";
import { cancelEsimByHand, retryEsim, type EsimDone } from "#server/sale/order/esim-orders.ts";
import { mailAgain } from "#server/sale/order/mail-again.ts";
import { askForRefund, decideOnRefund, lockAskedRefund } from "#server/sale/order/upkeep.ts";
import { releaseOrder } from "#server/sale/order/release.ts";
import { resendOrder } from "#server/sale/order/resend.ts";
import { queueRefund } from "#server/sale/ledger/ledger.ts";
import { ok, fail } from "#server/calls/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import { readAddress } from "./address.ts";
import { actsSince, factsOf, type OrderFacts } from "./facts.ts";
import { showOrder, type ShowNeeds } from "./show.ts";
import { recordAction } from "#server/sale/order/queries.ts";

/** Who does something to which order. `sent`: its device has left the warehouse. */
type Doing = {
  readonly number: string;
  readonly facts: OrderFacts;
  /** The person's name in the audit log. */
  readonly actor: string;
  readonly personId: string;
  readonly reason: string;
  readonly sent: boolean;
  readonly address: AddressFields | null;
};
/** `asked`: a second person has to confirm it. A hindrance: not done, because the order has changed in the meantime. */
type Did = "done" | "asked" | { readonly hindrance: Hindrance };

/** POST /orders/{number}/acts: acts on an order, unless it has changed since it was shown. */
export function act(services: ShowNeeds): DeskHandler<"act"> {
  return async ({ params: { number }, body, person, locale }) => {
    const { reason, seen, sent } = body;
    const facts = await factsOf(services, number, person);
    if (!facts) return fail("notFound");
    if (facts.version !== seen) return fail("changed", { since: await actsSince(services.db, facts.orderId, seen) });
    const hindrance = ACT_RULES[body.act].hindrance(facts);
    if (hindrance) return fail("hindered", { hindrance });
    const typed = { typed: body.address ?? NO_ADDRESS, townConfirmed: body.townConfirmed, locale };
    const corrected = body.act === "correctAddress" ? await loadOrder(services.db, { number }) : null;
    const read = corrected && (await readAddress(services, corrected, typed));
    if (read && !read.ok) return fail(read.name, { fields: read.fields });
    const address = read?.address ?? null;
    const who = { actor: person.actor, personId: person.id };
    const did = await DO[body.act](services, { number, facts, ...who, reason, sent, address });
    if (typeof did === "object") return fail("hindered", did);
    const order = await showOrder(services, number, person, locale);
    return order ? ok({ done: did, order }) : fail("notFound");
  };
}

const NO_ADDRESS: AddressFields = { address: "", number: "", postal_code: "", city: "" };

/** How each act is carried out. Each function locks the order and checks it again. */
const DO: Readonly<Record<DeskAct, (services: ShowNeeds, doing: Doing) => Promise<Did>>> = {
  async release(services, { number, ...by }) {
    const released = await releaseOrder(services, number, by);
    switch (released.kind) {
      case "placed":
      case "awaitingPayment":
        return "done";
      case "identityRemoved":
        return { hindrance: "identityRemoved" };
      case "noOrder":
      case "notHeld":
        return { hindrance: "notHeld" };
    }
  },
  async cancel(services, { number, facts, ...by }) {
    const isPlaced = facts.status === "placed";
    return cancelled(await (isPlaced ? cancelPlacedOrder : cancelHeldOrder)(services, number, by));
  },
  async refund(services, doing) {
    const { number, ...by } = doing;
    const refunded = await refundOrder(services, number, by);
    return refunded.kind === "aboveLimit" ? requestRefund(services, doing) : cancelled(refunded);
  },
  async confirmRefund(services, { number, facts: { request }, actor, personId, reason }) {
    const decision = { by: actor, byId: personId, at: services.now(), confirmed: true };
    return services.db.transaction().execute(async (tx) => {
      if (!request || !(await lockAskedRefund(tx, request.id))) return { hindrance: "nothingAsked" };
      const because = refundConfirmed(request.reason, request.by, reason);
      const by = { actor, reason: because, sent: request.sent };
      const did = cancelled(await refundOrderIn(tx, services, number, by));
      // A request whose refund was not possible is not confirmed.
      if (did === "done") await decideOnRefund(tx, request.id, decision);
      return did;
    });
  },
  async rejectRefund({ db, now }, { facts: { request, orderId }, actor, personId, reason }) {
    const decision = { by: actor, byId: personId, at: now(), confirmed: false };
    return db.transaction().execute(async (tx) => {
      if (!request || !(await decideOnRefund(tx, request.id, decision))) return { hindrance: "nothingAsked" };
      await recordAction(tx, orderId, "refundRejected", { actor, reason }, now());
      return "done";
    });
  },
  async retryRefund({ db, now }, { facts, actor, reason }) {
    return db.transaction().execute(async (tx) => {
      if (!facts.payment) return { hindrance: "noRefundWaiting" };
      await queueRefund(tx, facts.payment.id);
      await recordAction(tx, facts.orderId, "refundRetried", { actor, reason }, now());
      return "done";
    });
  },
  async resend({ db, now }, { number, actor, reason }) {
    const resent = await resendOrder(db, number, { actor, reason, at: now() });
    return resent.kind === "queued" ? "done" : { hindrance: "notHandedOver" };
  },
  async mail({ db, now }, { number, actor, reason }) {
    await mailAgain(db, number, { actor, reason, at: now() });
    return "done";
  },
  async correctAddress(services, { number, actor, reason, address }) {
    const corrected = await correctAddress(services, number, address ?? NO_ADDRESS, { actor, reason });
    switch (corrected.kind) {
      case "corrected":
        return "done";
      case "handedOver":
        return { hindrance: "alreadyHandedOver" };
      case "noOrder":
      case "cancelled":
        return { hindrance: "alreadyCancelled" };
    }
  },
  retryEsim: async (services, { number, actor, reason }) =>
    esimDone(await retryEsim(services, number, { actor, reason })),
  cancelEsim: async (services, { number, actor, reason }) =>
    esimDone(await cancelEsimByHand(services, number, { actor, reason })),
};

function cancelled(outcome: Exclude<Cancelled, { readonly kind: "aboveLimit" }>): Did {
  switch (outcome.kind) {
    case "cancelled":
      return "done";
    case "paid":
      return { hindrance: "alreadyPaid" };
    case "notPaid":
      return { hindrance: "notPaid" };
    case "noOrder":
    case "wrongState":
      return { hindrance: "alreadyCancelled" };
  }
}

const ESIM_HINDRANCES: Readonly<Record<Exclude<EsimDone["kind"], "queued">, Hindrance>> = {
  noOrder: "noEsim",
  noEsim: "noEsim",
  installed: "esimInstalled",
  notPlaced: "notPlaced",
  wrongState: "esimEnding",
};

const esimDone = (outcome: EsimDone): Did =>
  outcome.kind === "queued" ? "done" : { hindrance: ESIM_HINDRANCES[outcome.kind] };

/** Above the limit, somebody else confirms a refund. */
async function requestRefund({ db, now }: ShowNeeds, { facts, actor, personId, reason, sent }: Doing): Promise<Did> {
  try {
    return await db.transaction().execute(async (tx) => {
      await askForRefund(tx, { orderId: facts.orderId, actor, personId, reason, sent, at: now() });
      await recordAction(tx, facts.orderId, "refundAsked", { actor, reason }, now());
      return "asked" as const;
    });
  } catch (error) {
    if (isUniqueViolation(error, "desk_refund_requests_open")) return { hindrance: "alreadyAsked" };
    throw error;
  }
}

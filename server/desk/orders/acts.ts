import { ACT_RULES, REASON_LENGTH, type DeskAct, type Hindrance } from "#core/desk/acts.ts";
import { fromChf } from "#core/money.ts";
import { isUniqueViolation, type Handle } from "#server/platform/database/database.ts";
import { recordAction } from "#server/sale/order/actions.ts";
import {
  cancelHeldOrder,
  cancelPlacedOrder,
  refundOrder,
  refundOrderIn,
  type Cancelled,
} from "#server/sale/order/cancel.ts";
import { cancelEsimByHand, retryEsim, type EsimDone } from "#server/sale/order/esim-orders.ts";
import { mailAgain } from "#server/sale/order/mail-again.ts";
import { releaseOrder } from "#server/sale/order/release.ts";
import { resendOrder } from "#server/sale/order/resend.ts";
import { queueRefund } from "#server/sale/ledger/ledger.ts";
import { done, failed, type DeskHandler } from "#server/desk/http/call.ts";
import { actsSince, factsOf, type OrderFacts } from "./facts.ts";
import { showOrder, type ShowNeeds } from "./show.ts";

/** Who does something to which order. `sent`: its device has left the warehouse. */
type Doing = {
  readonly number: string;
  readonly facts: OrderFacts;
  readonly actor: string;
  readonly reason: string;
  readonly sent: boolean;
};
/** `asked`: a second person has to confirm it. A hindrance: not done, because the order has changed meanwhile. */
type Did = "done" | "asked" | { readonly hindrance: Hindrance };

/** POST /orders/{number}/acts: does something to an order, if it still is as it was shown. */
export function act(services: ShowNeeds): DeskHandler<"act"> {
  return async ({ params: { number }, body, person, locale }) => {
    const { reason, seen, sent } = body;
    if (reason.length < REASON_LENGTH.min) return failed("reasonNeeded");
    const facts = await factsOf(services.db, number, person.email);
    if (!facts) return failed("notFound");
    if (facts.version !== seen) return failed("changed", { since: await actsSince(services.db, facts.orderId, seen) });
    const hindrance = ACT_RULES[body.act].hindrance(facts);
    if (hindrance) return failed("hindered", { hindrance });
    const did = await DO[body.act](services, { number, facts, actor: person.email, reason, sent });
    if (typeof did === "object") return failed("hindered", did);
    const order = await showOrder(services, number, person, locale);
    return order ? done({ done: did, order }) : failed("notFound");
  };
}

/** How each act is done. Each function locks the order and looks at it once more. */
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
    const { number, facts, ...by } = doing;
    const limit = fromChf(services.config.deskRefundLimit);
    if ((facts.payment?.amount ?? 0) > limit) return askForRefund(services, doing);
    return cancelled(await refundOrder(services, number, by));
  },
  async confirmRefund(services, { number, facts: { request }, actor, reason }) {
    return services.db.transaction().execute(async (tx) => {
      if (!request || !(await decide(tx, request.id, { by: actor, at: services.now(), confirmed: true })))
        return { hindrance: "nothingAsked" };
      const because = `${request.reason} (asked for by ${request.by}; confirmed: ${reason})`;
      return cancelled(await refundOrderIn(tx, services, number, { actor, reason: because, sent: request.sent }));
    });
  },
  async rejectRefund({ db, now }, { facts: { request, orderId }, actor, reason }) {
    return db.transaction().execute(async (tx) => {
      if (!request || !(await decide(tx, request.id, { by: actor, at: now(), confirmed: false })))
        return { hindrance: "nothingAsked" };
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
  retryEsim: async (services, { number, actor, reason }) =>
    esimDone(await retryEsim(services, number, { actor, reason })),
  cancelEsim: async (services, { number, actor, reason }) =>
    esimDone(await cancelEsimByHand(services, number, { actor, reason })),
};

function cancelled(outcome: Cancelled): Did {
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
async function askForRefund({ db, now }: ShowNeeds, { facts, actor, reason, sent }: Doing): Promise<Did> {
  try {
    return await db.transaction().execute(async (tx) => {
      const values = { order_id: facts.orderId, sent, reason, asked_by: actor, asked_at: now() };
      await tx.insertInto("desk_refund_requests").values(values).execute();
      await recordAction(tx, facts.orderId, "refundAsked", { actor, reason }, now());
      return "asked" as const;
    });
  } catch (error) {
    if (isUniqueViolation(error, "desk_refund_requests_open")) return { hindrance: "alreadyAsked" };
    throw error;
  }
}

/** Decides on a refund that was asked for. False if somebody else has. */
async function decide(
  tx: Handle,
  id: string,
  { by, at, confirmed }: { readonly by: string; readonly at: Date; readonly confirmed: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("desk_refund_requests")
    .set({ decided_by: by, decided_at: at, confirmed })
    .where("id", "=", id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

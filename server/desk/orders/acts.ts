import { ACT_RULES, REASON_LENGTH, type DeskAct, type Hindrance } from "#core/desk/acts.ts";
import { permitsOf } from "#core/desk/roles.ts";
import { fromChf } from "#core/money.ts";
import { isUniqueViolation } from "#server/platform/database/database.ts";
import { recordAction } from "#server/sale/order/actions.ts";
import { cancelHeldOrder, cancelPlacedOrder, refundOrder, type Cancelled } from "#server/sale/order/cancel.ts";
import { cancelEsimByHand, retryEsim, type EsimDone } from "#server/sale/order/esim-orders.ts";
import { mailAgain } from "#server/sale/order/mail-again.ts";
import { releaseOrder } from "#server/sale/order/release.ts";
import { resendOrder } from "#server/sale/order/resend.ts";
import { queueRefund } from "#server/sale/ledger/ledger.ts";
import { done, failed, type DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import { actsSince, factsOf, type OrderFacts } from "./facts.ts";
import { showOrder, type ShowNeeds } from "./show.ts";

type Needs = ShowNeeds & Pick<DeskServices, "record">;

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
export function act(services: Needs): DeskHandler<"act"> {
  return async ({ params: { number }, body, person, locale }) => {
    const { reason, seen, sent } = body;
    const { permit, hindrance: hindranceOf } = ACT_RULES[body.act];
    if (!permitsOf(person.roles).includes(permit)) {
      await services.record({ actor: person.email, action: `desk refused ${body.act}`, named: number, reason: null });
      return failed("forbidden");
    }
    if (reason.length < REASON_LENGTH.min) return failed("reasonNeeded");
    const facts = await factsOf(services.db, number, person.email);
    if (!facts) return failed("notFound");
    if (facts.version !== seen) return failed("changed", { since: await actsSince(services.db, facts.orderId, seen) });
    const hindrance = hindranceOf(facts);
    if (hindrance) return failed("hindered", { hindrance });
    const did = await DO[body.act](services, { number, facts, actor: person.email, reason, sent });
    if (typeof did === "object") return failed("hindered", did);
    const order = await showOrder(services, number, person, locale);
    return order ? done({ done: did, order }) : failed("notFound");
  };
}

/** How each act is done. Each function locks the order and looks at it once more. */
const DO: Readonly<Record<DeskAct, (services: Needs, doing: Doing) => Promise<Did>>> = {
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
  async confirmRefund(services, { number, facts, actor, reason }) {
    const { request } = facts;
    if (!request) return { hindrance: "nothingAsked" };
    const because = `${request.reason} (asked for by ${request.by}; confirmed: ${reason})`;
    const refunded = await refundOrder(services, number, { actor, reason: because, sent: request.sent });
    if (refunded.kind === "cancelled") await decide(services, request.id, actor, true);
    return cancelled(refunded);
  },
  async rejectRefund({ db, now }, { facts, actor, reason }) {
    return db.transaction().execute(async (tx) => {
      const { request } = facts;
      const decided = request !== null && (await decide({ db: tx, now }, request.id, actor, false));
      if (!decided) return { hindrance: "nothingAsked" };
      await recordAction(tx, facts.orderId, "refundRejected", { actor, reason }, now());
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
async function askForRefund({ db, now }: Needs, { facts, actor, reason, sent }: Doing): Promise<Did> {
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
  { db, now }: Pick<Needs, "db" | "now">,
  id: string,
  actor: string,
  confirmed: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("desk_refund_requests")
    .set({ decided_by: actor, decided_at: now(), confirmed })
    .where("id", "=", id)
    .where("decided_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

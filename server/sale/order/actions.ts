import type { Clock } from "#server/platform/clock.ts";
import type { Config } from "#server/config/config.ts";
import type { Fulfilment } from "./fulfil.ts";
import { randomUUID } from "node:crypto";
import { addressLines } from "#core/form/address-lines.ts";
import { type Known, ORDER_ACTIONS, type OrderAction, type ReasonOf } from "#core/desk/order-actions.ts";
import { DELIVERY_FIELDS, pickFields } from "#core/form/form-fields.ts";
import { addressWas, refundConfirmed } from "#core/order/record-notes.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { addJobs } from "#server/platform/jobs/queue.ts";
import { cancelEsimOf } from "#server/sale/esim/order-esim.ts";
import { findEsim } from "#server/sale/esim/queries.ts";
import { queueRefund } from "#server/sale/ledger/ledger.ts";
import { cancel } from "./cancel.ts";
import { factsOf, type Details, type ActionContext, type StoredFacts } from "./facts.ts";
import { deliverAgain, queueHandover } from "./handover.ts";
import { named, type Wanted } from "./order.ts";
import { correctCustomer, lockOrder, recordAction, type By } from "./queries.ts";
import { release } from "./release.ts";
import { retryEsim } from "./retry-esim.ts";
import { askForRefund, decideOnRefund } from "./upkeep.ts";

type Needs = {
  readonly db: Database;
  readonly now: Clock;
  readonly config: Pick<
    Config,
    "deskUrl" | "deskRefundLimit" | "customerCancelHours" | "numberQuarantineDays" | "unpaidOrderDays"
  >;
};

/** Results of actions: the payment deadline of a released order, and the ids of the events that are sent again. */
type Results = Record<Exclude<OrderAction, "release" | "resend">, void> & {
  readonly release: Date | null;
  readonly resend: readonly string[];
};
type ResultOf<Action extends OrderAction> = Results[Action];

/** What some actions need besides the order. */
type Tools = { readonly config: Needs["config"]; readonly fulfilment: Fulfilment | null };
type Work<Action extends OrderAction> = {
  /**
   * Does the work of the action. It runs in the transaction that has locked the order, after the action's rule has
   * permitted it.
   */
  readonly work: (tx: Handle, tools: Tools, context: ActionContext) => Promise<ResultOf<Action>>;
  /** Returns the reason for the history, if it contains more than what was typed. */
  readonly reasonOf?: (context: ActionContext) => string;
};

/** The work of each action. Its rule is in `core/desk/order-actions.ts`. */
const WORK: { readonly [Action in OrderAction]: Work<Action> } = {
  release: { work: (tx, { config, fulfilment }, context) => release(tx, config, stored(fulfilment), context) },
  cancel: { work: cancel },
  cancelHeld: { work: cancel },
  cancelPlaced: { work: cancel },
  cancelOwn: { work: cancel },
  cancelUnpaid: { work: cancel },
  refund: { work: cancel },
  askForRefund: {
    work: (tx, _tools, { facts: { orderId, now }, actor, personId, reason, sent = false }) =>
      askForRefund(tx, { orderId, actor, personId, reason, sent, at: now }),
  },
  confirmRefund: {
    async work(tx, tools, context) {
      await decide(tx, context, true);
      await cancel(tx, tools, { ...context, sent: stored(context.facts.request).sent });
    },
    reasonOf({ facts, reason }) {
      const request = stored(facts.request);
      return refundConfirmed(request.reason, request.by, reason);
    },
  },
  rejectRefund: { work: (tx, _tools, context) => decide(tx, context, false) },
  retryRefund: { work: (tx, _tools, { facts }) => queueRefund(tx, stored(facts.paymentId)) },
  resend: {
    async work(tx, _tools, { facts }) {
      const events = await deliverAgain(tx, facts.orderId);
      await queueHandover(tx, facts.orderId);
      return events;
    },
  },
  mail: {
    // A new event id, because with the same one the e-mail would count as a repetition of the first and not be sent.
    work(tx, _tools, { facts: { orderId } }) {
      const event = `again-${randomUUID()}`;
      return addJobs(tx, [{ name: "mail-order", payload: { orderId, event }, key: `mail-order:${orderId}:${event}` }]);
    },
  },
  correctAddress: {
    // The id is dropped, because it may belong to another address of the register.
    work: (tx, _tools, { facts, address }) =>
      correctCustomer(tx, facts.orderId, { ...pickFields(stored(address), DELIVERY_FIELDS), addressId: "" }),
    reasonOf: ({ facts, reason }) => addressWas(reason, addressLines(facts.customer).join(", ")),
  },
  retryEsim: {
    work: retryEsim,
    reasonOf: ({ facts, esim, reason }) =>
      facts.esim?.refused ? `${reason} (profile ${esim?.iccid} is left at the SM-DP+: ${esim?.problem})` : reason,
  },
  cancelEsim: { work: async (tx, _tools, { facts }) => void (await cancelEsimOf(tx, facts.orderId)) },
};

const decide = (tx: Handle, { facts, actor, personId }: ActionContext, confirmed: boolean): Promise<void> =>
  decideOnRefund(tx, stored(facts.request).id, { by: actor, byId: personId, at: facts.now, confirmed });

/** Returns a value whose presence the action's rule has checked. */
function stored<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new Error("The rule of an action has not checked a value that its work needs");
  return value;
}

type ActionRequest = Details & {
  readonly order: Wanted;
  /**
   * Who requests it and why; null if it is not to be recorded in the history. `person`: the user logged in at the desk.
   */
  readonly by: (By & { readonly person?: Known }) | null;
  /** The version of the order that the user saw. */
  readonly seen?: string;
};

const NOBODY: NonNullable<ActionRequest["by"]> = { actor: "", reason: "" };

type Refused<Action extends OrderAction> =
  | { readonly kind: "noOrder" }
  /** The order has changed since the user saw it. */
  | { readonly kind: "changed"; readonly facts: StoredFacts }
  | { readonly kind: "unavailable"; readonly reason: ReasonOf<Action>; readonly facts: StoredFacts }
  /** A second person must confirm the action, so request it instead. */
  | { readonly kind: "needsSecondPerson"; readonly facts: StoredFacts };
export type Outcome<Action extends OrderAction> =
  | Refused<Action>
  /** `facts`: those before the action. */
  | { readonly kind: "done"; readonly facts: StoredFacts; readonly result: ResultOf<Action> };

/** Returns why an action is not possible; null if it is possible. */
export function refusalOf<Action extends OrderAction>(
  action: Action,
  facts: StoredFacts | null,
  seen?: string,
): Refused<Action> | null {
  if (!facts) return { kind: "noOrder" };
  if (seen !== undefined && seen !== facts.version) return { kind: "changed", facts };
  const rule = ORDER_ACTIONS[action];
  const reason = rule.unavailable(facts);
  if (reason !== null) return { kind: "unavailable", reason, facts };
  return rule.needsSecondPerson?.(facts) ? { kind: "needsSecondPerson", facts } : null;
}

/** Checks and carries out actions on orders, for the desk, commands, customers and jobs. */
export type OrderActions<Possible extends OrderAction = OrderAction> = {
  /** Returns the facts about an order; null if it does not exist. `person`: the user logged in at the desk, if any. */
  factsOf(order: Wanted, person: Known | null): Promise<StoredFacts | null>;
  /**
   * Carries out an action on an order, or returns why it is not possible. Locks the order and its eSIM, reads the facts
   * under the lock and applies the action's rule. The work and the entry in the order's history are written in one
   * transaction.
   */
  carryOut<Action extends Possible>(action: Action, request: ActionRequest): Promise<Outcome<Action>>;
};

/** `fulfilment` hands over released orders. Without it, every action except a release is possible. */
export function createOrderActions(services: Needs, fulfilment: Fulfilment): OrderActions;
export function createOrderActions(services: Needs): OrderActions<Exclude<OrderAction, "release">>;
export function createOrderActions(services: Needs, fulfilment: Fulfilment | null = null): OrderActions {
  const tools = { config: services.config, fulfilment };
  return {
    factsOf: (order, person) => factsOf(services.db, services, order, person),
    carryOut(action, { order, by, seen, ...details }) {
      return services.db.transaction().execute(async (tx) => {
        const id = await lockOrder(tx, named(order));
        if (id === null) return { kind: "noOrder" };
        const esim = await findEsim(tx, id, { lock: true });
        const facts = await factsOf(tx, services, { id }, by?.person ?? null);
        const refused = refusalOf(action, facts, seen);
        if (refused || !facts) return refused ?? { kind: "noOrder" };
        const { actor, reason: typed, person } = by ?? NOBODY;
        const context = { ...details, facts, esim, actor, personId: person?.id ?? null, reason: typed };
        const { work, reasonOf } = WORK[action];
        const reason = reasonOf?.(context) ?? typed;
        const result = await work(tx, tools, { ...context, reason });
        const { recorded } = ORDER_ACTIONS[action];
        const as = typeof recorded === "function" ? recorded(facts) : recorded;
        if (by) await recordAction(tx, id, as, { actor, reason }, facts.now);
        return { kind: "done", facts, result };
      });
    },
  };
}

import * as v from "valibot";
import { DESK_ORDER_ACTIONS } from "../../core/desk/order-actions.ts";
import { WAITING_KINDS } from "../../core/desk/waiting-kinds.ts";
import { At, DayText, list } from "../schemas/fields.ts";
import { each, TextOrNull } from "./fields.ts";

/** Something that waits for a person. */
const WaitingThing = v.object({
  kind: v.picklist(WAITING_KINDS),
  /** The order that it is about; null if there is none. */
  order: TextOrNull,
  since: At,
  deadline: v.nullable(DayText),
  late: v.boolean(),
  /** The id of a payment or job that can be retried; null for anything else. */
  id: TextOrNull,
  /** Details, such as a product, a job's name or an error. */
  about: v.string(),
  /** The next step: an action on the order, a page of the desk, or a retry if there is no order. */
  next: v.union([
    v.object({ act: v.picklist(DESK_ORDER_ACTIONS) }),
    v.object({ page: v.picklist(["order", "stock", "catalogue", "texts"]) }),
    v.object({ retry: v.literal(true) }),
  ]),
});
export type WaitingThing = v.InferOutput<typeof WaitingThing>;
export const Waiting = v.object({ things: list(WaitingThing), more: v.boolean() });
export const WaitingCounts = each(WAITING_KINDS, v.number());
export type WaitingCounts = v.InferOutput<typeof WaitingCounts>;

/**
 * The data of each event of `GET /events`. Each event contains the whole current state. A browser that lost the
 * connection sends the id of the last event that it got, and then gets what has changed since.
 */
export const SentEvents = v.object({
  /** How many items of each kind wait, for the kinds that the person may deal with. */
  waiting: v.partial(each(WAITING_KINDS, v.number())),
  /** Changes whenever the list of orders may have changed. Only sent to people who may see orders. */
  orders: v.object({ version: v.string() }),
  /** Changes whenever figures of the board may have changed. Only sent to people who may see the board. */
  board: v.object({ version: v.string() }),
  /**
   * The last event of a stream: the login has ended, or the desk is stopping or could not check the login for some
   * time.
   */
  end: v.object({ why: v.picklist(["loginEnded", "stopping"]) }),
});
export type SentEvents = v.InferOutput<typeof SentEvents>;

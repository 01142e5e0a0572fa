import type { WaitingKind } from "../../core/desk/waiting.ts";

/**
 * The data of each event of `GET /events`. Each has the present state and does not depend on earlier events. A browser that lost the connection
 * sends the last id that it received, and gets what has changed since.
 */
export type SentEvents = {
  /** How many of each kind are waiting, of the kinds that the person can deal with. */
  readonly waiting: { readonly [Kind in WaitingKind]?: number };
  /** Changes whenever the list of orders may have changed. Only for people who may see orders. */
  readonly orders: { readonly version: string };
  /** Changes whenever figures of the board have changed. Only for people who may see it. */
  readonly board: { readonly version: string };
  /** The last event: the login has ended, or the desk is stopping, or could not check the login for some time. */
  readonly end: { readonly why: "loginEnded" | "stopping" };
};

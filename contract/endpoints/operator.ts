import * as common from "../schemas/common.ts";
import * as operator from "../schemas/operator.ts";
import type { Endpoint } from "./endpoint.ts";

/** The calls of the operator's systems, with the secret of the order webhook. */
export const OPERATOR = {
  orderEvents: {
    summary: "Report the state of an order (TMF622 v5 ProductOrderStateChangeEvent)",
    description:
      "Safe to repeat: an event is known by its `eventId`, and one that is older than the last is ignored. An `eventTime` of more than five minutes ahead is refused. The shopper sees the state on the thank-you page and by mail.",
    fails: ["operatorTokenWrong", "notFound"],
    bearer: "operator",
    checkout: "optional",
    body: operator.OrderStateEvent,
    answer: common.Ok,
    serverToServer: true,
  },
  orderDocument: {
    summary: "The copy of the identity document of an order, by the reference in its event",
    description: "Valid for 30 days after the order. Every answer with a picture is recorded.",
    fails: ["operatorTokenWrong", "notFound"],
    bearer: "operator",
    checkout: "optional",
    body: null,
    answer: common.Bytes,
    media: "image/jpeg",
    serverToServer: true,
  },
} as const satisfies Record<string, Endpoint>;

import * as common from "../schemas/fields.ts";
import * as operator from "../schemas/systems.ts";
import type { ShopCall } from "../call.ts";

/** The calls that the operator's systems make. Each needs a secret. */
export const OPERATOR = {
  orderEvents: {
    about: "Report the state of an order, or of the transfer of its number (TMF622 v5 events)",
    description:
      "Safe to repeat: events are identified by `eventId`, and one that is older than the last is ignored. An `eventTime` more than five minutes ahead is refused. The shopper sees the state on the thank-you page and gets it by mail, that of a transfer by text message too. 404 for a transfer of an order with a new number.",
    fails: ["operatorTokenWrong", "notFound"],
    who: "operator",
    checkout: "optional",
    query: null,
    body: operator.OrderEvent,
    answer: common.Ok,
    from: "system",
  },
  orderDocument: {
    about: "The copy of the identity document of an order, by the reference in its event",
    description: "Valid for 30 days after the order. Every answer with a picture is recorded.",
    fails: ["operatorTokenWrong", "notFound"],
    who: "operator",
    checkout: "optional",
    query: null,
    body: null,
    answer: common.Bytes,
    media: "image/jpeg",
    from: "system",
  },
  orderAuthority: {
    about: "The authority to transfer a number as PDF, by the reference in the event of its order",
    description: "Valid for 30 days after the order. 404 if the customer has not ticked it.",
    fails: ["operatorTokenWrong", "notFound"],
    who: "operator",
    checkout: "optional",
    query: null,
    body: null,
    answer: common.Bytes,
    media: "application/pdf",
    from: "system",
  },
  eidEvents: {
    about: "Report that an e-ID verification can be fetched (WebhookCallback of the verifier)",
    description:
      "Only the id in the body is trusted: the server asks the verifier. Safe to repeat; an unknown id is ignored.",
    fails: ["verifierTokenWrong"],
    who: "verifier",
    checkout: "optional",
    query: null,
    body: operator.EidEvent,
    answer: common.Ok,
    from: "system",
  },
  stockEvents: {
    about: "Report pieces of an article that arrived at the warehouse, or were counted there",
    description:
      "Safe to repeat: events are identified by `eventId`, and the answer is 409 if the content has changed. What is sold after the `eventTime` of a count stays sold, and an event from before the last count changes nothing. An `eventTime` more than five minutes ahead is refused. 404 for an article that no loaded catalogue counts.",
    fails: ["warehouseTokenWrong", "notFound", "eventChanged"],
    who: "warehouse",
    checkout: "optional",
    query: null,
    body: operator.StockEvent,
    answer: common.Ok,
    from: "system",
  },
  esimProgress: {
    about: "What a phone has done with an eSIM (GSMA SGP.22 ES2+ handleDownloadProgressInfo)",
    description:
      "The address of the operator at the SM-DP+ is `/public-api`; the rest of the path is ES2+'s own. Safe to repeat, and in any order. A notification about a profile that Kasse has not ordered is ignored.",
    fails: ["smdpTokenWrong"],
    who: "smdp",
    checkout: "optional",
    query: null,
    body: operator.EsimProgressInfo,
    answer: common.Nothing,
    from: "system",
    noContent: true,
  },
} as const satisfies Record<string, ShopCall>;

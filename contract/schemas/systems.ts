import * as v from "valibot";
import { TMF_ORDER_STATES } from "../../core/order/order-states.ts";
import { inOneLine, isPrintable } from "../../core/text/plain-text.ts";
import { TRANSFER_REFUSALS, TRANSFER_STATES } from "../../core/phone-numbers/transfer-states.ts";
import { STOCK_REPORTS } from "../../core/catalogue/stock.ts";
import { mayBeAbsent, Text, toMoment } from "./fields.ts";

const EventId = v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.check(isPrintable));

/** A time; the documents describe its format by `isoTimestamp`. */
const Moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp(), toMoment);

const Reported = { eventId: EventId, eventTime: v.pipe(Moment, v.description("when the state was reached")) };
const OrderNumber = v.pipe(v.string(), v.maxLength(40), v.check(isPrintable), v.description("the order's number"));

/** The fields of a TMF622 v5 ProductOrderStateChangeEvent that Kasse reads; others are ignored. */
const OrderStateEvent = v.object({
  ...Reported,
  eventType: v.literal("ProductOrderStateChangeEvent"),
  event: v.object({ productOrder: v.object({ id: OrderNumber, state: v.picklist(TMF_ORDER_STATES) }) }),
});

/**
 * The fields of a TMF622 v5 ProductOrderAttributeValueChangeEvent that Kasse reads, for the state of a number transfer.
 */
const OrderTransferEvent = v.object({
  ...Reported,
  eventType: v.literal("ProductOrderAttributeValueChangeEvent"),
  event: v.object({
    productOrder: v.object({
      id: OrderNumber,
      productOrderItem: v.pipe(
        v.array(
          v.object({
            product: mayBeAbsent(
              v.object({
                productCharacteristic: mayBeAbsent(v.array(v.object({ name: v.string(), value: v.unknown() })), []),
              }),
            ),
          }),
        ),
        v.maxLength(100),
        v.description(
          `characteristics of any item: mnpState (${TRANSFER_STATES.join(", ")}), mnpDate (YYYY-MM-DD), mnpReason (${TRANSFER_REFUSALS.join(", ")})`,
        ),
      ),
    }),
  }),
});

/** What the operator's systems report about an order. */
export const OrderEvent = v.variant("eventType", [OrderStateEvent, OrderTransferEvent]);

/** What the warehouse reports about an article. */
export const StockEvent = v.object({
  eventId: v.pipe(EventId, v.description("the warehouse's own id, which counts once")),
  eventTime: v.pipe(Moment, v.description("when the pieces came, or were counted")),
  article: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/), v.description("its code in the catalogue")),
  kind: v.pipe(
    v.picklist(STOCK_REPORTS),
    v.description(
      "received: pieces that came. counted: all that are there and not sold, those held for payments included",
    ),
  ),
  pieces: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  reason: mayBeAbsent(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.transform(inOneLine),
      v.description("for the ledger, such as the delivery note"),
    ),
  ),
});

/** A code of GSMA SGP.22 5.2.6, such as `8.2.1`. */
const StatusPart = v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2}){0,3}$/));

/**
 * The fields of ES2+ handleDownloadProgressInfo that Kasse reads (GSMA SGP.22 5.3.5, 6.5.2); the EID and others are
 * ignored.
 */
export const EsimProgressInfo = v.object({
  iccid: v.pipe(v.string(), v.regex(/^\d{18,20}$|^\d{18,19}F$/i)),
  timestamp: v.pipe(Moment, v.description("when the point was reached")),
  // An integer; some servers send it as text.
  notificationPointId: v.union([
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)),
    v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number)),
  ]),
  notificationPointStatus: v.object({
    status: v.pipe(v.string(), v.regex(/^[A-Za-z-]{1,30}$/)),
    statusCodeData: mayBeAbsent(
      v.object({ subjectCode: mayBeAbsent(StatusPart), reasonCode: mayBeAbsent(StatusPart) }),
    ),
  }),
});

/** The WebhookCallback of the e-ID verifier. */
export const EidEvent = v.object({ verification_id: v.pipe(v.string(), v.uuid()), timestamp: mayBeAbsent(Text) });

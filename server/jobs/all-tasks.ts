import { mailPasswordReset } from "#server/account/password-reset.ts";
import { orderEsim } from "#server/esim/order-esim.ts";
import { handOverOrder } from "#server/order/handover.ts";
import { mailOrder } from "#server/order/mail.ts";
import { cancelPayment, mailRefund, refundPayment } from "#server/payment/refund.ts";
import { settlePayments } from "#server/payment/settle.ts";
import { purgeByNight } from "#server/retention/purge.ts";
import type { Services } from "#server/services.ts";
import type { Tasks } from "./tasks.ts";

/** What does which job. */
export function createTasks(services: Services): Tasks {
  return {
    "mail-password-reset": mailPasswordReset(services),
    "mail-order": mailOrder(services),
    "mail-refund": mailRefund(services),
    "hand-over-order": handOverOrder(services),
    "order-esim": orderEsim(services),
    "refund-payment": refundPayment(services),
    "cancel-payment": cancelPayment(services),
    "settle-payments": settlePayments(services),
    purge: purgeByNight(services),
  };
}

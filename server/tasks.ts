import { mailAccountChange } from "#server/sale/account/mail-account-change.ts";
import { mailPasswordReset } from "#server/sale/account/password-reset.ts";
import { mailReminder } from "#server/sale/account/remind.ts";
import { cancelEsim, orderEsim } from "#server/sale/esim/order-esim.ts";
import { announceIccid } from "#server/sale/order/announce-iccid.ts";
import { handOverOrder } from "#server/sale/order/handover.ts";
import { storeOrderNumber } from "#server/sale/order/order-numbers.ts";
import { mailOrder } from "#server/sale/order/mail.ts";
import { mailTransfer, textTransfer } from "#server/sale/order/transfer-messages.ts";
import { cancelUnpaidOrders } from "#server/sale/payment/cancel-unpaid-orders.ts";
import { cancelPayment, mailRefund, refundExtra, refundPayment, retryRefunds } from "#server/sale/payment/refund.ts";
import { settlePayments } from "#server/sale/payment/settle.ts";
import { purgeByNight, purgeUnorderedDocuments } from "#server/operator/retention/purge.ts";
import { topUpNumbers } from "#server/shop/phone-numbers/top-up.ts";
import type { Services } from "#server/services.ts";
import type { Jobs, Tasks } from "./platform/jobs/tasks.ts";
import type { Handle } from "./platform/database/database.ts";
import { unfinishedPayments } from "./sale/ledger/queries.ts";
import { createRefundAhead } from "./sale/payment/refund-ahead.ts";
import type { PaymentProviders } from "./sale/payment/providers.ts";

/** Returns the task of each job of the core. */
export function createTasks(services: Services): Pick<Tasks, keyof Jobs> {
  return {
    "mail-password-reset": mailPasswordReset(services),
    "mail-account-change": mailAccountChange(services),
    "mail-order": mailOrder({ ...services, refundAhead: createRefundAhead(services) }),
    "mail-transfer": mailTransfer(services),
    "text-transfer": textTransfer(services),
    "mail-reminder": mailReminder(services),
    "mail-refund": mailRefund(services),
    "hand-over-order": handOverOrder(services),
    "order-esim": orderEsim({ ...services, announceIccid: announceIccid(services) }),
    "cancel-esim": cancelEsim(services),
    "refund-payment": refundPayment(services),
    "refund-extra": refundExtra(services),
    "cancel-payment": cancelPayment(services),
    "settle-payments": settlePayments(services),
    "retry-refunds": retryRefunds(services),
    "cancel-unpaid-orders": cancelUnpaidOrders(services),
    "purge-unordered-documents": purgeUnorderedDocuments(services),
    "keep-order-number": storeOrderNumber(services),
    "top-up-numbers": topUpNumbers(services),
    purge: purgeByNight(services),
  };
}

/**
 * Returns a message to the operator about each provider that has unfinished payments but is not configured, because
 * these could be neither settled nor refunded.
 */
export async function unconfiguredPayments(db: Handle, providers: PaymentProviders): Promise<readonly string[]> {
  const unconfigured = (await unfinishedPayments(db)).filter(({ provider }) => providers.named(provider) === null);
  return unconfigured.map(({ provider, count }) => {
    const what = `${count} ${count === 1 ? "payment is" : "payments are"} not finished at ${provider}`;
    const back = `start with PAYMENT_PROVIDER=${provider} until they are settled or refunded`;
    return provider.startsWith("sandbox-")
      ? `${what}, which is no longer configured. Please ${back}.`
      : `${what}, which is no longer configured. Set PAYMENT_PROVIDER_BEFORE=${provider} with its settings, or ${back}.`;
  });
}

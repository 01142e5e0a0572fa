import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { call, type Result } from "#web/api/call.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useOrder } from "#web/checkout/order.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { Button } from "#web/kit/Button.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { storePaymentUnconfirmed } from "#web/session/unconfirmed-payment.ts";
import { Elsewhere } from "./Elsewhere.tsx";
import { returnQuery } from "./return-query.ts";
import styles from "./PaymentReturn.module.css";

type Status = AnswerOf<"transactionStatus">["status"];

/** Delays between polls of a pending payment, in ms. */
const POLL_DELAYS_MS = [1000, 2000, 3000, 4000, 5000] as const;

/**
 * Page 7p: the return from the payment provider. The payment's status determines what follows (specification 4). If the
 * payment succeeded but the order failed, the page reports that and offers a retry. If the checkout is in another
 * browser, it shows the payment's outcome and changes nothing.
 */
export default function PaymentReturn() {
  const t = useTranslations();
  const busy = useBusy();
  const ask = useAsk();
  const order = useOrder();
  const { jump } = useNavigation();
  const [waiting, setWaiting] = useState(0);
  const [unordered, setUnordered] = useState(false);
  // What the page says once the provider has answered; it stays true behind a dialog, and until the next page.
  const [outcome, setOutcome] = useState<{ readonly title: string; readonly text: string } | null>(null);
  const [isElsewhere, setIsElsewhere] = useState(() => checkoutId() === null || isFramed());
  const started = useRef(false);
  const placeOrder = useCallback(async () => {
    setOutcome({ title: t("customer.ordering"), text: t("payment.stay") });
    if ((await busy.once(() => order(true), t("customer.ordering"))) === "here") setUnordered(true);
  }, [t, busy, order]);

  useEffect(() => {
    // Once per visit, although React may run the effect again.
    if (started.current || isElsewhere) return;
    started.current = true;
    const notice = (title: string, text: string, until?: Promise<"ok">) => {
      setOutcome({ title, text });
      return ask({
        title,
        text,
        tone: "warn",
        answers: [{ key: "ok" as const, label: t("customer.understood") }],
        ...(until && { until }),
      });
    };

    const query = returnQuery(location.search);
    const arrive = async (poll: () => ReturnType<typeof askStatus>): Promise<void> => {
      const result = await busy.during(poll);
      if (!result.ok) {
        const { failure } = result;
        if (failure.kind === "page" && failure.page) return jump(failure.page);
        // The payment belongs to another checkout than the one in this browser.
        if (failure.kind === "message" && failure.status === 404 && query.checkoutId !== "")
          return setIsElsewhere(true);
        await notice(t("payment.unknown.title"), t("payment.unknown.text"));
        return jump("4");
      }
      const { validPayment, transactionStatusCode: code, expired } = result.value.status;
      storePaymentUnconfirmed(code === "PENDING");
      if (validPayment) return placeOrder();
      // The payment succeeded but there is no order, so the money is refunded.
      if (code === "PENDING") {
        let isRead = false;
        const arrived = untilSettled(query, () => isRead).then(() => "ok" as const);
        await notice(t("payment.ended.pending"), t("payment.stillPending"), arrived);
        isRead = true;
        const last = await busy.during(() => askStatus(query));
        if (!last.ok || isPending(last.value.status)) return jump("6");
        return arrive(() => Promise.resolve(last));
      }
      if (code === "PAID") await notice(t("payment.unordered.title"), t("payment.outcome.refunded"));
      else if (code !== "CANCELLED_BY_CONSUMER") {
        const ended = expired ? "expired" : "declined";
        await notice(t(`payment.ended.${ended}`), t(`payment.outcome.${ended}`));
      }
      jump("6");
    };
    void arrive(() => pollStatus(query, setWaiting));
  }, [t, busy, ask, placeOrder, jump, isElsewhere]);

  // An id that no payment has: the checkout of this browser goes on (specification 4).
  const unknown = async () => {
    await ask({
      title: t("payment.unknown.title"),
      text: t("payment.unknown.text"),
      tone: "warn",
      answers: [{ key: "ok", label: t("customer.understood") }],
    });
    jump("4");
  };
  if (isElsewhere)
    return (
      <Elsewhere
        payment={returnQuery(location.search).checkoutId}
        secret={returnSecret()}
        framed={isFramed()}
        onUnknown={checkoutId() === null || isFramed() ? undefined : () => void unknown()}
      />
    );
  if (unordered) return <Unordered onRetry={() => void placeOrder()} />;
  if (outcome)
    return (
      <div className={styles.page}>
        <h1 className={styles.title}>{outcome.title}</h1>
        <output>{outcome.text}</output>
      </div>
    );
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t("checkout.steps.7p.heading")}</h1>
      <output>{waiting > 0 ? t("payment.pending") : `${t("payment.checking")} ${t("payment.stay")}`}</output>
      <progress
        className={styles.progress}
        max={POLL_DELAYS_MS.length}
        {...(waiting > 0 && { value: waiting })}
        aria-label={t("checkout.steps.7p.heading")}
      />
    </div>
  );
}

/** Reports that the payment succeeded but the order failed. */
function Unordered({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations();
  const { brand } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.page}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {t("payment.unordered.title")}
      </h1>
      <p>{t("payment.unordered.text", { phone: brand.phone })}</p>
      <p className={styles.go}>
        <Button onClick={onRetry}>{t("common.retry")}</Button>
      </p>
    </div>
  );
}

/** Returns the secret in the URL, which is needed in a browser without the checkout. */
const returnSecret = () => new URLSearchParams(location.search).get("secret") ?? "";

/** Whether the payment was begun in a frame of another site, where the checkout continues. */
const isFramed = () => new URLSearchParams(location.search).has("framed");

const askStatus = (query: ReturnType<typeof returnQuery>): Promise<Result<{ status: Status }>> =>
  call("transactionStatus", { query });

const isPending = ({ transactionStatusCode, validPayment }: Status) =>
  transactionStatusCode === "PENDING" && !validPayment;

/** Polls while the notice is open; resolves as soon as the payment is settled or the notice is closed. */
async function untilSettled(query: ReturnType<typeof returnQuery>, isRead: () => boolean): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_DELAYS_MS[4]));
    if (isRead()) return;
    const result = await askStatus(query);
    if (result.ok && !isPending(result.value.status)) return;
  }
}

/** Polls until the status is no longer pending; resolves to the last status after the last delay. */
async function pollStatus(query: ReturnType<typeof returnQuery>, onWait: (round: number) => void) {
  for (const [round, delay] of POLL_DELAYS_MS.entries()) {
    const result = await askStatus(query);
    if (!result.ok || !isPending(result.value.status)) return result;
    onWait(round + 1);
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return askStatus(query);
}

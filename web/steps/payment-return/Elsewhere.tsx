import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import { goTo } from "#web/app/location.ts";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import styles from "./PaymentReturn.module.css";

/** The outcome of a payment as shown to the shopper. `settling`: not known yet, or this browser may not see it. */
type Outcome = "settling" | "ordered" | "refunded" | "declined" | "expired" | "cancelled";

/** Interval between two polls of an unsettled payment, in ms. */
const POLL_INTERVAL_MS = 5000;

function outcomeOf({ transactionStatusCode: code, expired }: AnswerOf<"paymentReturn">["status"]): Outcome {
  if (code === "PENDING") return "settling";
  if (code === "PAID") return "refunded";
  if (code === "CANCELLED_BY_CONSUMER") return "cancelled";
  return expired ? "expired" : "declined";
}

type Props = {
  /** The provider's id of the payment. */
  readonly payment: string;
  /** The secret of the return URL; empty if it has none. */
  readonly secret: string;
  /** The checkout is in a frame of another site and continues there by itself. */
  readonly framed: boolean;
  /** Called if the server knows no such payment, or not for this secret. Absent in a browser without a checkout. */
  readonly onUnknown?: (() => void) | undefined;
};

/**
 * Shows a payment's outcome to a shopper whom a bank's app has sent to a browser without the checkout, and the order
 * once it exists. The checkout itself continues in the original browser.
 */
export function Elsewhere({ payment, secret, framed, onUnknown }: Props) {
  const t = useTranslations();
  const { locale, brand } = usePage();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [outcome]);

  const unknown = useEffectEvent(() => onUnknown?.());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const poll = async () => {
      const result = await call("paymentReturn", { body: { payment, secret } });
      if (isLeft) return;
      if (result.ok && result.value.checkoutId !== null) {
        if (framed) return setOutcome("ordered");
        visitOrder(result.value.checkoutId);
        // No new document is loaded, because a browser without storage has the checkout in memory only.
        return goTo(checkoutPath("7"), { replace: true });
      }
      const found = result.ok ? outcomeOf(result.value.status) : "settling";
      setOutcome(found);
      if (!result.ok && result.failure.kind === "message") unknown();
      // A failure with a message means that the secret is wrong, so this browser never learns the outcome.
      const isFinal = result.ok ? found !== "settling" : result.failure.kind === "message";
      if (!isFinal) timer = setTimeout(() => void poll(), POLL_INTERVAL_MS);
    };
    void poll();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [payment, secret, framed]);

  if (outcome === null) return <Loader label={t("payment.checking")} />;
  const texts = {
    settling: [t("payment.elsewhere.title"), t("payment.elsewhere.text")],
    ordered: [t("payment.elsewhere.paid"), t("payment.elsewhere.back")],
    refunded: [t("payment.unordered.title"), t("payment.outcome.refunded")],
    declined: [t("payment.ended.declined"), t("payment.outcome.declined"), t("payment.elsewhere.payAgain")],
    expired: [t("payment.ended.expired"), t("payment.outcome.expired"), t("payment.elsewhere.payAgain")],
    cancelled: [t("payment.ended.cancelled"), t("payment.outcome.cancelled"), t("payment.elsewhere.payAgain")],
  };
  const [heading, ...sentences] = texts[outcome];
  return (
    <div className={styles.page}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {heading}
      </h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles.go}>
        <LinkButton href={localPath(locale, "account")}>{t("payment.account")}</LinkButton>
        <LinkButton variant="ghost" href={brand.phoneHref}>
          {t("customer.callUs.call", { phone: brand.phone })}
        </LinkButton>
      </p>
    </div>
  );
}

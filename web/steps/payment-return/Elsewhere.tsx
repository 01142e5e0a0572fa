import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useLocation } from "wouter";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Loader } from "#web/kit/Loader.tsx";
import { visitOrder } from "#web/session/checkout-session.ts";
import { checkoutPath, localPath } from "#web/site/paths.ts";
import styles from "./PaymentReturn.module.css";

/** What became of a payment, as the shopper reads it; `settling`: not known yet, or not for this browser to know. */
type Fate = "settling" | "refunded" | "declined" | "expired" | "cancelled";

/** The pause between two questions about a payment that is being settled, in ms. */
const PAUSE_MS = 5000;

function fateOf({ transactionStatusCode: code, expired }: AnswerOf<"paymentReturn">["status"]): Fate {
  if (code === "PENDING") return "settling";
  if (code === "PAID") return "refunded";
  if (code === "CANCELLED_BY_CONSUMER") return "cancelled";
  return expired ? "expired" : "declined";
}

type Props = {
  /** The provider's id of the payment. */
  readonly payment: string;
  /** The secret of the return address; empty if it has none. */
  readonly secret: string;
};

/**
 * Tells a shopper who has paid, and whom a bank's app has sent to another browser than the one with the checkout, what
 * became of the payment, and shows the order as soon as there is one. The checkout goes on in the other browser.
 */
export function Elsewhere({ payment, secret }: Props) {
  const t = useTranslations();
  const { locale, brand } = usePage();
  const [, navigate] = useLocation();
  const [fate, setFate] = useState<Fate | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [fate]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isLeft = false;
    const look = async () => {
      const result = await call("paymentReturn", { body: { payment, secret } });
      if (isLeft) return;
      if (result.ok && result.value.checkoutId !== null) {
        visitOrder(result.value.checkoutId);
        // Without loading a page: a browser that stores nothing keeps the checkout in memory.
        return navigate(checkoutPath("7"), { replace: true });
      }
      const found = result.ok ? fateOf(result.value.status) : "settling";
      setFate(found);
      // Without the right secret this browser never learns more.
      const isFinal = result.ok ? found !== "settling" : result.failure.kind === "message";
      if (!isFinal) timer = setTimeout(() => void look(), PAUSE_MS);
    };
    void look();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [payment, secret, navigate]);

  if (fate === null) return <Loader label={t("payment.checking")} />;
  const texts = {
    settling: [t("payment.elsewhere.title"), t("payment.elsewhere.text")],
    refunded: [t("payment.unordered.title"), t("payment.outcome.refunded")],
    declined: [t("payment.notPaid"), t("payment.outcome.declined"), t("payment.elsewhere.payAgain")],
    expired: [t("payment.notPaid"), t("payment.outcome.expired"), t("payment.elsewhere.payAgain")],
    cancelled: [t("payment.notPaid"), t("payment.outcome.cancelled"), t("payment.elsewhere.payAgain")],
  };
  const [heading, ...sentences] = texts[fate];
  return (
    <div className={styles.page}>
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {heading}
      </h1>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles.go}>
        <LinkButton href={localPath(locale, "account")}>{t("common.footer.account")}</LinkButton>
        <LinkButton variant="ghost" href={brand.phoneHref}>
          {t("customer.callUs.call", { phone: brand.phone })}
        </LinkButton>
      </p>
    </div>
  );
}

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/endpoints.ts";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import styles from "./PaymentReturn.module.css";

/** What became of a payment, as the shopper reads it; `settling`: not known yet, or not for this browser to know. */
export type Fate = "settling" | "refunded" | "declined" | "expired" | "cancelled";

export function fateOf({ transactionStatusCode: code, expired }: AnswerOf<"transactionStatus">["status"]): Fate {
  if (code === "PENDING") return "settling";
  if (code === "PAID") return "refunded";
  if (code === "CANCELLED_BY_CONSUMER") return "cancelled";
  return expired ? "expired" : "declined";
}

/**
 * Tells a shopper who has paid, and whom a bank's app has sent to another browser than the one with the checkout, what
 * became of the payment. The checkout goes on in the other browser.
 */
export function Elsewhere({ fate }: { readonly fate: Fate }) {
  const t = useTranslations();
  const { locale, brand } = usePage();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [fate]);
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

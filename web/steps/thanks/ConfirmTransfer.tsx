import styles from "./ConfirmTransfer.module.css";
import { Suspense, useState } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { momentText } from "#core/time/moment-text.ts";
import { displayPhone } from "#core/phone-numbers/phone.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { thisHandset, type Handset } from "./handset.ts";

const QrCode = lazyPart(() => import("#web/kit/QrCode.tsx"));

type Order = AnswerOf<"order">;

/**
 * Tells a shopper who transfers a number to confirm by text message if the number is prepaid, and not to cancel the old
 * contract. On a phone, one press opens the message; other devices show a QR code for the phone.
 */
export function ConfirmTransfer({ order }: { readonly order: Order }) {
  const t = useTranslations("order.next.transfer");
  const { locale } = usePage();
  const [now] = useState(() => Date.now());
  const number = order.next?.number;
  const state = order.transferState?.state;
  if (!order.next || !order.transfer || state === "completed") return null;
  const until = confirmUntil(order.createdAt);
  // Once the old provider has responded, no confirmation is needed.
  const confirms = number?.confirmBySms && state !== "scheduled";
  const open = confirms && now < Date.parse(until);
  if (!confirms)
    return (
      <Alert tone="warn" quiet title={t("warningTitle")}>
        {t("warning")}
      </Alert>
    );
  return (
    <section className={styles.card} aria-labelledby="to-do">
      {open && <p className={styles.tag}>{t("toDo")}</p>}
      <h2 id="to-do" className={styles.title}>
        {t(open ? "sendYes" : "sentYes", CONFIRMATION)}
      </h2>
      <p>
        {unbroken(
          t(open ? "sendYesText" : "sentYesText", {
            msisdn: number.msisdn ? displayPhone(number.msisdn) : t("oldNumber"),
            until: momentText(until, locale, "deadline"),
          }),
        )}
      </p>
      {open && <Message />}
      <p className={styles.warning}>
        <Icon name="warn" size={20} className={styles.sign} />
        <span>
          <strong>{t("warningTitle")}.</strong> {t("warning")}
        </span>
      </p>
    </section>
  );
}

/** A link to the prepared text message, or a QR code for a phone. */
function Message() {
  const t = useTranslations("order.next.transfer");
  const handset = thisHandset();
  if (handset)
    return (
      <LinkButton block href={smsUrl(handset)}>
        {t("openSms")}
      </LinkButton>
    );
  return (
    <div className={styles.message}>
      <p className={styles.sms}>
        <span>
          {t("newSms")} <b>{CONFIRMATION.number}</b>
        </span>
        <b className={styles.bubble}>{CONFIRMATION.word}</b>
      </p>
      <div className={styles.scan}>
        <div className={styles.code}>
          <Suspense>
            <QrCode text={`SMSTO:${CONFIRMATION.number}:${CONFIRMATION.word}`} label={t("qr")} />
          </Suspense>
        </div>
        <p>{t("scan")}</p>
      </div>
    </div>
  );
}

/**
 * Returns the URL that opens the prepared text message (RFC 5724). On iPhones, `&` precedes the content instead of `?`.
 */
function smsUrl(handset: NonNullable<Handset>): string {
  return `sms:${CONFIRMATION.number}${handset === "ios" ? "&" : "?"}body=${CONFIRMATION.word}`;
}

const DAY_MS = 24 * 3_600_000;

/** The number to which the holder of a prepaid number sends `JA` (domain facts, Number transfer). */
const CONFIRMATION = { number: "499", word: "JA" } as const;

/** Returns the deadline for the confirmation, 24 hours after the order (ISO 8601). */
function confirmUntil(orderedAt: string): string {
  return new Date(new Date(orderedAt).getTime() + DAY_MS).toISOString();
}

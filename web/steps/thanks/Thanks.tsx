import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { canHavePasskeys } from "#web/kit/passkey.ts";
import { token } from "#web/session/login.ts";
import { localPath } from "#web/site/paths.ts";
import { AfterOrder } from "./AfterOrder.tsx";
import { Agreement } from "./Agreement.tsx";
import { CancelOrder } from "./CancelOrder.tsx";
import { ConfirmTransfer } from "./ConfirmTransfer.tsx";
import { Esim } from "./Esim.tsx";
import type { OrderPage } from "./OpenOrder.tsx";
import { OrderTrack } from "./OrderTrack.tsx";
import { PdfButton } from "./PdfButton.tsx";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { Alert } from "#web/kit/Alert.tsx";

// Loaded separately, with account texts that the rest of the page does not need.
const PasskeyOffer = lazyWithTexts(["account"], () => import("./PasskeyOffer.tsx"), "quiet");

/**
 * A placed order, the most urgent parts first: what to do now, the eSIM, the progress and the next steps, the
 * agreement. If the order could not be loaded, only the thanks. Downloading the PDF needs a login; a customer who came
 * through an emailed link has the PDF in that e-mail.
 */
export function Thanks({ order, onChanged }: OrderPage) {
  const t = useTranslations();
  const { locale } = usePage();
  const heading = useFocusedHeading();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.tick}>
          <Icon name="check" size={32} />
        </span>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t("customer.thanks.title")}
        </h1>
        {order && (
          <p className={styles.subtitle}>
            {t.rich("customer.thanks.received", {
              number: order.orderNumber,
              email: order.email,
              b: (text) => <b>{text}</b>,
            })}
          </p>
        )}
      </header>
      {order && (
        <>
          {order.transferState && <TransferState transfer={order.transferState} />}
          <ConfirmTransfer order={order} />
          {order.next?.sim?.kind === "esim" && <Esim email={order.email} progress={order.esim} />}
          <div className={styles.card}>
            <OrderTrack progress={order.progress} createdAt={order.createdAt} />
            {order.next && <AfterOrder order={order} next={order.next} />}
          </div>
          <div className={styles.card}>
            <Agreement order={order} />
            <div className={styles.actions}>
              {order.next && token() !== null && <PdfButton document="confirmation" number={order.orderNumber} />}
              {order.authority && token() !== null && (
                <PdfButton document="transferAuthority" number={order.orderNumber} />
              )}
              <Button variant="ghost" onClick={() => print()}>
                {t("order.print")}
              </Button>
            </div>
            <CancelOrder order={order} onChanged={onChanged} />
          </div>
        </>
      )}
      {token() !== null && canHavePasskeys("create") && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      <div className={styles.actions}>
        <LinkButton variant="ghost" href={localPath(locale, "home")}>
          {t("customer.thanks.home")}
        </LinkButton>
      </div>
    </div>
  );
}

/**
 * The progress of the number transfer, worded as in the e-mail about it. If the transfer was refused, also the help
 * line.
 */
function TransferState({ transfer }: { readonly transfer: NonNullable<AnswerOf<"order">["transferState"]> }) {
  const t = useTranslations("order.next.transfer.state");
  const tThanks = useTranslations("customer.thanks");
  const { brand } = usePage();
  const isRefused = transfer.state === "refused";
  return (
    <section aria-label={t("title")}>
      <Alert
        tone={
          isRefused || transfer.state === "confirmationNeeded"
            ? "warn"
            : transfer.state === "completed"
              ? "good"
              : "info"
        }
        title={t("title")}
        actions={isRefused && <LinkButton href={brand.phoneHref}>{tThanks("call", { phone: brand.phone })}</LinkButton>}
      >
        {transfer.text}
      </Alert>
    </section>
  );
}

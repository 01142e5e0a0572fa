import { Suspense } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/endpoints.ts";
import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { canHavePasskeys } from "#web/passkeys/browser.ts";
import { token } from "#web/session/login.ts";
import { localPath } from "#web/site/paths.ts";
import { Esim } from "./Esim.tsx";
import { AfterOrder } from "./AfterOrder.tsx";
import { Agreement } from "./Agreement.tsx";
import { PdfButton } from "./PdfButton.tsx";
import { useFocusedHeading } from "./use-focused-heading.ts";
import styles from "./Thanks.module.css";

// With the texts of the account, which the other parts of the page do not need.
const PasskeyOffer = lazyWithTexts(["account"], () => import("./PasskeyOffer.tsx"));

type Order = AnswerOf<"order">;

/**
 * The order's number, how far it is, what happens next, and what was agreed to; without an order only the thanks. The PDF needs a login:
 * a customer who comes by a mailed link has it in that mail.
 */
export function Thanks({ order }: { readonly order: Order | null }) {
  const t = useTranslations();
  const { locale } = usePage();
  const heading = useFocusedHeading();
  return (
    <div className={styles.card}>
      <span className={styles.tick}>
        <Icon name="check" size={32} />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {t("customer.thanks.title")}
      </h1>
      <p className={styles.subtitle}>{t("customer.thanks.subtitle")}</p>
      {order && (
        <>
          <p className={styles.number}>{t("customer.thanks.number", { number: order.orderNumber })}</p>
          {order.progress && <Progress progress={order.progress} />}
          {order.next?.sim?.kind === "esim" && <Esim email={order.email} />}
          {order.next && <AfterOrder order={order} next={order.next} />}
          <Agreement order={order} />
        </>
      )}
      {token() !== null && canHavePasskeys() && (
        <Suspense>
          <PasskeyOffer />
        </Suspense>
      )}
      <div className={styles.actions}>
        {order?.next && token() !== null && <PdfButton number={order.orderNumber} />}
        <LinkButton variant="ghost" href={localPath(locale, "home")}>
          {t("customer.thanks.home")}
        </LinkButton>
      </div>
    </div>
  );
}

const TONES = { accepted: "info", inProgress: "info", completed: "good", failed: "warn" } as const;

/** What the operator's systems have reported last. */
function Progress({ progress }: { readonly progress: NonNullable<Order["progress"]> }) {
  const t = useTranslations("order.state.progress");
  return (
    <Alert tone={TONES[progress]} title={t("title")}>
      {t(progress)}
    </Alert>
  );
}

import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { PaymentWay } from "#core/payment/payment-brands.ts";
import { waysOf } from "#core/payment/payment-ways.ts";
import { prepare } from "#web/api/prepare.ts";
import { usePage } from "#web/app/page-context.tsx";
import { forgetPaymentStarted, isPaymentStarted, markPaymentStarted, usePay } from "#web/checkout/pay.ts";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { chf } from "#web/money/amounts.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { pageStep } from "#web/session/checkout-session.ts";
import { isPaymentUnconfirmed } from "#web/session/unconfirmed-payment.ts";
import { PaymentModal } from "./PaymentModal.tsx";
import { WayChoice } from "./WayChoice.tsx";
import styles from "./PaymentStep.module.css";

type Widget = NonNullable<PrepareAnswers["6"]["widget"]>;

/**
 * Step 6: amount, outcome of the last payment, and buttons to pay or go back. Never starts a payment without a press
 * (decisions 2). The press at step 5 counts, so if there is only one payment method, its form opens immediately.
 */
export default function PaymentStep() {
  const t = useTranslations("payment");
  const prepared = usePrepare("6");
  const busy = useBusy();
  const pay = usePay();
  const showFailure = useShowFailure();
  const { edit } = useNavigation();
  const { record } = useCheckout();
  const { offers, paymentForm } = usePage();
  const ways = waysOf(offers.brands);
  const [opensItself, setOpensItself] = useState(() => isPaymentStarted() && (ways.length === 1 || !offers.payInPage));
  // In an effect, because React may render a page more than once before showing it.
  useEffect(forgetPaymentStarted, []);
  const [asked, setAsked] = useState<Widget | null>(null);
  const [way, setWay] = useState<PaymentWay>(() => ways[0]?.way ?? "card");
  const amount = prepared ? chf(prepared.amount) : "";
  const label = t("pay", { amount });
  const widget = asked ?? (opensItself ? (prepared?.widget ?? null) : null);
  // A payment that was begun at an earlier provider is paid in its form, which this document does not allow yet.
  const needsReload = widget !== null && !paymentForm;
  useEffect(() => {
    if (!needsReload) return;
    markPaymentStarted();
    location.reload();
  }, [needsReload]);
  if (!prepared) return null;

  const fetchWidget = async (): Promise<void> => {
    const answer = await prepare("6", pageStep() ?? "6");
    if (answer.ok && answer.value.widget) return setAsked(answer.value.widget);
    if ((await showFailure(answer.ok ? { kind: "fault" } : answer.failure)) === "retry") await fetchWidget();
  };
  const start = async () => {
    await busy.once(async () => {
      if ((await pay()) !== "widget") return;
      if (prepared.widget) setAsked(prepared.widget);
      else await fetchWidget();
    });
  };

  const outcome = prepared.lastOutcome ?? (isPaymentUnconfirmed() ? "pending" : null);
  const close = () => {
    setAsked(null);
    setOpensItself(false);
  };
  return (
    <>
      <StepForm label={label} note={t("note")} enabled onSubmit={start}>
        <p className={styles.amount}>
          <span>{t("amount")}</span>
          <strong>{amount}</strong>
        </p>
        {outcome && <Alert tone={outcome === "pending" ? "info" : "warn"}>{t(`outcome.${outcome}`)}</Alert>}
        <WayChoice chosen={way} onChoose={setWay} />
        <p className={styles.secure}>
          <Icon name="lock" size={18} /> {t("secure")}
        </p>
        {record && (
          <p className={styles.back}>
            <TextButton onClick={() => edit("5")}>{t("back")}</TextButton>
          </p>
        )}
      </StepForm>
      {widget && !needsReload && <PaymentModal widget={widget} amount={amount} initialTab={way} onClose={close} />}
    </>
  );
}

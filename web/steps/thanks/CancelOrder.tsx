import { useState } from "react";
import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { momentText } from "#core/time/moment-text.ts";
import { call } from "#web/api/call.ts";
import { usePage } from "#web/app/page-context.tsx";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useFailureText } from "#web/checkout/dialogs/use-failures.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { token } from "#web/session/login.ts";
import { LoginAgain } from "./LoginAgain.tsx";
import styles from "./Thanks.module.css";

type Props = {
  readonly order: AnswerOf<"order">;
  /** Reloads the order. */
  readonly onChanged: () => void;
};

/**
 * Lets the customer cancel the order as long as the operator allows it. Asks for confirmation, and for a login if there
 * is none.
 */
export function CancelOrder({ order, onChanged }: Props) {
  const t = useTranslations("order.cancel");
  const { locale } = usePage();
  const ask = useAsk();
  const busy = useBusy();
  const failureText = useFailureText();
  const [needsLogin, setNeedsLogin] = useState(false);
  const [refusal, setRefusal] = useState("");
  if (!order.cancel) return null;
  const { until } = order.cancel;

  const cancel = async () => {
    const answer = await ask({
      title: t("sure", { number: order.orderNumber }),
      text: t(order.settlement === "paid" ? "sureRefund" : "sureText"),
      tone: "warn",
      answers: [
        { key: "keep", label: t("keep") },
        { key: "cancel", label: t("button") },
      ],
    });
    if (answer !== "cancel") return;
    await busy.once(async () => {
      const result = await call("cancelOrder", { body: {} });
      if (result.ok) return onChanged();
      const { failure } = result;
      if (failure.kind === "message" && failure.status === 401) return setNeedsLogin(true);
      setRefusal(failureText(failure));
    });
  };
  const start = () => (token() === null ? setNeedsLogin(true) : void cancel());
  const loggedIn = () => {
    setNeedsLogin(false);
    void cancel();
  };

  return (
    <section className={styles.part} aria-labelledby="cancel" data-screen="">
      <h2 id="cancel" className={styles.subheading}>
        {t("title")}
      </h2>
      <p>{until ? unbroken(t("until", { until: momentText(until, locale, "deadline") })) : t("anytime")}</p>
      {refusal && <Alert tone="warn">{refusal}</Alert>}
      {needsLogin ? (
        <LoginAgain email={order.email} purpose="cancel" onLoggedIn={loggedIn} />
      ) : (
        <TextButton onClick={start}>{t("button")}</TextButton>
      )}
    </section>
  );
}

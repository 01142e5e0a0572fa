import { useRef, useState } from "react";
import type { DeskOrder } from "#contract/desk/order-answers.ts";
import { DESK_ORDER_ACTIONS, isReason, permitOf, type DeskOrderAction } from "#core/desk/order-actions.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import type { Failure } from "#desk/api/call.ts";
import { amount } from "#desk/app/numbers.ts";
import { useFailureText } from "#desk/app/names.ts";
import { useMe } from "#desk/app/me.ts";
import { useTexts } from "#desk/app/texts.tsx";
import { useTimes, useNow } from "#desk/app/time.ts";
import { Button } from "#desk/kit/Button.tsx";
import { ReasonField } from "#desk/app/ReasonDialog.tsx";
import { ActDialog } from "./ActDialog.tsx";
import { AddressDialog } from "./AddressDialog.tsx";
import { useAct, type ActDetails } from "./use-act.ts";
import styles from "./Acts.module.css";

type Appearance = { readonly tone?: "main" | "danger"; readonly asks?: "onceMore" | "address" };

/**
 * The appearance of each action, and what the desk asks for first: a confirmation if the action cannot be undone, or a
 * postal address.
 */
const APPEARANCES: Readonly<Record<DeskOrderAction, Appearance>> = {
  release: { tone: "main" },
  cancel: { tone: "danger", asks: "onceMore" },
  refund: { asks: "onceMore" },
  confirmRefund: { tone: "main", asks: "onceMore" },
  rejectRefund: {},
  retryRefund: { tone: "main" },
  resend: {},
  mail: {},
  correctAddress: { asks: "address" },
  retryEsim: { tone: "main" },
  cancelEsim: { tone: "danger", asks: "onceMore" },
};

type Outcome = { readonly tone: "good" | "warn" | "info"; readonly text: string };
type Props = { readonly order: DeskOrder; readonly onReload: () => void };

/** The actions on an order. Each needs a reason. An unavailable action shows why it is unavailable. */
export function Acts({ order, onReload }: Props) {
  const t = useTexts("orders");
  const failureText = useFailureText();
  const changedText = useChangedText();
  const { perform, isPending } = useAct(order);
  const { permits } = useMe();
  const mayAct = DESK_ORDER_ACTIONS.some((act) => permits.includes(permitOf(act)));
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asking, setAsking] = useState<DeskOrderAction | null>(null);
  const [refusal, setRefusal] = useState<Failure<"act"> | null>(null);

  const press = (act: DeskOrderAction) => {
    if (isPending) return;
    setOutcome(null);
    setRefusal(null);
    if (!isReason(reason)) {
      setError(t("acts.reasonNeeded"));
      return field.current?.focus();
    }
    setError(null);
    if (APPEARANCES[act].asks) return setAsking(act);
    return carryOut(act, {});
  };
  const carryOut = async (act: DeskOrderAction, details: ActDetails) => {
    const result = await perform(act, reason, details);
    // The dialog keeps typed input after a refusal, unless the order has changed in the meantime.
    const isTyped = APPEARANCES[act].asks === "address";
    if (!result.ok && isTyped && result.failure.name !== "changed") return setRefusal(result.failure);
    setAsking(null);
    if (result.ok) {
      setReason("");
      const done = { tone: "good", text: t("acts.done", { act: t(`acts.names.${act}`) }) } as const;
      return setOutcome(
        result.asked ? { tone: "info", text: t("acts.asked", { limit: amount(order.refundLimit) }) } : done,
      );
    }
    const { failure } = result;
    setOutcome({ tone: "warn", text: failure.name === "changed" ? changedText(failure) : failureText(failure) });
    if (failure.name === "changed") onReload();
  };

  const hindered = order.acts.flatMap(({ act, hindrance }) =>
    hindrance === null ? [] : [{ act, why: failureText({ name: "hindered", hindrance }) }],
  );
  const close = () => setAsking(null);
  // A person takes back their own request, and rejects that of another.
  const isOwnRequest = order.acts.some(({ act, hindrance }) => act === "confirmRefund" && hindrance === "ownRequest");
  const labelOf = (act: DeskOrderAction) =>
    t(act === "rejectRefund" && isOwnRequest ? "acts.withdraw" : `acts.names.${act}`);
  return (
    <section className={styles.acts} aria-labelledby="acts-title">
      <h3 id="acts-title" className={styles.title}>
        {t("acts.title")}
      </h3>
      {order.acts.length === 0 ? (
        <p>{t(mayAct ? "acts.noneLeft" : "acts.none")}</p>
      ) : (
        <>
          <ReasonField
            ref={field}
            name="reason"
            label={t("acts.reason")}
            value={reason}
            error={error}
            onChange={(text) => {
              setReason(text);
              setError(null);
            }}
          />
          <div className={styles.buttons}>
            {order.acts.map(({ act, hindrance }) => (
              <Button
                key={act}
                {...(APPEARANCES[act].tone && { tone: APPEARANCES[act].tone })}
                aria-disabled={hindrance !== null || undefined}
                aria-busy={isPending}
                aria-describedby={hindrance === null ? undefined : `hindrance-${act}`}
                onClick={() => hindrance === null && press(act)}
              >
                {APPEARANCES[act].tone === "main" && <Icon name="check" size={17} />}
                {labelOf(act)}
              </Button>
            ))}
          </div>
          {hindered.map(({ act, why }) => (
            <p key={act} id={`hindrance-${act}`} className={styles.fine}>
              {t("acts.hindered", { act: t(`acts.names.${act}`), why })}
            </p>
          ))}
        </>
      )}
      <div className={styles.outcome} aria-live="polite">
        {outcome && (
          <Alert quiet tone={outcome.tone}>
            {outcome.text}
          </Alert>
        )}
      </div>
      {asking !== null &&
        (APPEARANCES[asking].asks === "address" ? (
          <AddressDialog
            order={order}
            busy={isPending}
            refusal={refusal}
            onSave={(details) => carryOut(asking, details)}
            onClose={close}
          />
        ) : (
          <ActDialog
            act={asking}
            order={order}
            isDanger={APPEARANCES[asking].tone === "danger"}
            busy={isPending}
            onDo={(sent) => carryOut(asking, { sent })}
            onClose={close}
          />
        ))}
    </section>
  );
}

/** Returns a function that describes who has changed an order since it was shown, and how. */
function useChangedText(): (failure: Failure) => string {
  const t = useTexts("orders");
  const times = useTimes();
  const now = useNow();
  return ({ since = [] }) => {
    const acts = since.map(({ at, actor, act }) => `${times.short(at, now)} ${actor}: ${t(`actions.${act}`)}`);
    return acts.length > 0 ? t("acts.changedBy", { acts: acts.join("; ") }) : t("acts.changedOther");
  };
}

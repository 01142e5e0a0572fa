import type { DeskOrder } from "#contract/desk/order-answers.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { useTexts, type Texts } from "#desk/app/texts.tsx";
import { useTimes, type Times } from "#desk/app/time.ts";
import styles from "./Why.module.css";

type Reason = { readonly key: string; readonly tone: "hold" | "bad"; readonly strong?: string; readonly text: string };

/** Explains why an order is waiting for a person; empty if it is not. */
export function Why({ order }: { readonly order: DeskOrder }) {
  const t = useTexts("orders");
  const times = useTimes();
  const reasons = reasonsOf(order, t, times);
  return (
    <>
      {reasons.map(({ key, tone, strong, text }) => (
        <div key={key} className={styles.why} data-tone={tone}>
          <Icon name={tone === "bad" ? "warn" : "info"} />
          <p>
            {strong && <b>{strong}</b>} {text}
          </p>
        </div>
      ))}
    </>
  );
}

function reasonsOf(order: DeskOrder, t: Texts<"orders">, times: Times): readonly Reason[] {
  const { state, asked, esim, handover } = order;
  const reasons: Reason[] = [];
  if (state === "onHold") {
    const until = order.decideBy === null ? "" : ` ${t("why.decideBy", { day: times.day(order.decideBy) })}`;
    const strong = order.refusedBy === null ? {} : { strong: t(`why.refused.${order.refusedBy}`) };
    reasons.push({ key: "held", tone: "hold", ...strong, text: t("why.onHold") + until });
  }
  if (state === "awaitingPayment") {
    const until = order.payUntil === null ? "" : ` ${t("why.payUntil", { day: times.full(order.payUntil) })}`;
    reasons.push({ key: "unpaid", tone: "hold", text: t("why.awaitingPayment") + until });
  }
  if (state === "handoverFailed") {
    const strong = t("why.handoverFailed", { tries: handover.tries });
    reasons.push({ key: "handover", tone: "bad", strong, text: handover.lastError ?? "" });
  }
  if (state === "refunding") reasons.push({ key: "refunding", tone: "hold", text: t("why.refunding") });
  if (asked) {
    const text = asked.own ? t("why.askedOwn") : t("why.asked", { by: asked.by, reason: asked.reason });
    reasons.push({ key: "asked", tone: "hold", text });
  }
  if (esim?.state === "failed")
    reasons.push({ key: "esim", tone: "bad", text: t("why.esim", { problem: esim.problem ?? t("esim.failed") }) });
  return reasons;
}

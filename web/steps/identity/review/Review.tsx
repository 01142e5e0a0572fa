import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import type { Step } from "#core/steps/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { Thumbnail } from "#web/checkout/summary/Thumbnail.tsx";
import { flowOf } from "#web/checkout/state/flow.ts";
import { editedPage, useNavigation } from "#web/checkout/state/navigation.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { reviewRows, type ReviewRow } from "./rows.ts";
import styles from "./Review.module.css";
import { fromChf } from "#core/money/money.ts";
import { settlementOf } from "#core/price/settlement.ts";
import { chf } from "#web/money/amounts.ts";

type Props = { readonly prepared: PrepareAnswers["5"]; readonly dueNow: boolean };

/**
 * The content of the binding order, shown before the terms. Each row has a button that opens its step, which leads back
 * to this page.
 */
export function Review({ prepared, dueNow }: Props) {
  const t = useTranslations();
  const { locale, offers } = usePage();
  const state = useCheckout();
  const { prepaidFlow } = flowOf(state.record, state.answer);
  const rows = reviewRows({ prepared, state, dueNow, prepaidFlow, brands: offers.brands, locale }, t);
  const list = useRef<HTMLDListElement>(null);
  // After an edit, scrolls to the edited row.
  useEffect(() => {
    const edited = editedPage();
    if (!edited) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-step="${edited}"]`);
    row?.scrollIntoView({ block: "center", behavior: "instant" });
    row?.querySelector("button")?.focus({ preventScroll: true });
  }, []);

  return (
    <Section title={t("customer.review.title")} hint={t("customer.review.hint")}>
      <div className={styles.review}>
        <dl ref={list} className={styles.rows}>
          {rows.map(({ key, title, value, notes, step, section, picture }) => (
            <div key={key} className={styles.row} data-row={key} data-step={step}>
              <dt className={styles.name}>
                {picture && <Thumbnail product={picture} />}
                {title}
              </dt>
              <dd className={styles.value}>
                {value && <strong>{unbroken(value)}</strong>}
                {notes.map((note) => (
                  <span key={note} className={styles.note}>
                    {unbroken(note)}
                  </span>
                ))}
              </dd>
              {step && (
                <dd>
                  <Change step={step} title={title} section={section} />
                </dd>
              )}
            </div>
          ))}
        </dl>
        <ReviewSums business={prepared.business} />
      </div>
    </Section>
  );
}

/** A button that opens the step where a row is changed. For bill delivery, it leads to the choice on this page. */
function Change({
  step,
  title,
  section,
}: {
  readonly step: Step;
  readonly title: string;
  readonly section: ReviewRow["section"];
}) {
  const t = useTranslations("customer.review");
  const { edit } = useNavigation();
  const open = () => {
    if (step !== "5") return edit(step, "5", section);
    const bill = document.getElementById("typeOfBill");
    bill?.scrollIntoView({ block: "center" });
    bill?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true });
  };
  return (
    <TextButton onClick={open} aria-label={t("changeOf", { what: title })}>
      {t("change")}
    </TextButton>
  );
}

/** The three totals of the order. For prepaid orders, the amount due now comes first. */
function ReviewSums({ business }: { readonly business: boolean }) {
  const t = useTranslations("checkout.summary");
  const { answer } = useCheckout();
  if (!answer) return null;
  const onBill = settlementOf({ total: fromChf(answer.total), paid: false, business }) === "onBill";
  const sums = [
    { name: t("monthly"), amount: answer.billing },
    { name: t("once"), amount: answer.oneTime },
    { name: t(onBill ? "onBill" : "now"), amount: answer.total },
  ];
  return (
    <dl className={styles.sums}>
      {(answer.postpaid
        ? sums
        : sums.toReversed().filter(({ amount }, index) => index === 0 || fromChf(amount) > 0)
      ).map((sum) => (
        <div key={sum.name} className={styles.sum}>
          <dt>{sum.name}</dt>
          <dd>{chf(sum.amount)}</dd>
        </div>
      ))}
    </dl>
  );
}

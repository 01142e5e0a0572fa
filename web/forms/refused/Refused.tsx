import { fromWire } from "#core/form/spelling.ts";
import { fromChf } from "#core/money/money.ts";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { call, type Result } from "#web/api/call.ts";
import { bodyOf, FRESH_FORM } from "#web/forms/customer-form.ts";
import { CallOrBack } from "#web/checkout/dialogs/CallUs.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";
import { unbroken } from "#web/kit/unbroken.ts";
import { changeDraft, readDraft } from "#web/session/draft.ts";
import { chf } from "#web/money/amounts.ts";
import styles from "./Refused.module.css";

export type Refusal = NonNullable<PrepareAnswers["4"]["refusal"]>;
type Alternative = Refusal["alternatives"][number];

type Props = {
  readonly refusal: Refusal;
  /** The refused record was sent together with the whole form. */
  readonly formSent?: boolean;
  /** Called when the shopper requests that a person decides about the order. */
  readonly onAsk: () => void;
};

/**
 * Dialog after an automated check refused credit. It names the check and the alternatives, and offers a decision by a
 * person (DSG 21). It cannot be dismissed, because the shopper has to choose (specification 2).
 */
export function Refused({ refusal, formSent = false, onAsk }: Props) {
  const t = useTranslations("identity.refusal");
  const { locale } = usePage();
  const busy = useBusy();
  const store = useCheckoutStore();
  const showFailure = useShowFailure();

  const take = async (alternative: Alternative): Promise<void> => {
    const { id, record: first } = store.read();
    const changed = await store.change(() => alternative.record);
    if (changed.ok && id !== null && first)
      changeDraft(id, { before: readDraft(id).before ?? first, reviewAsked: false });
    const done = changed.ok && !alternative.transfer ? await dropTransfer() : changed;
    if (done.ok) location.reload();
    else if ((await showFailure(done.failure)) === "retry") await take(alternative);
  };

  /** Removes the number transfer, which prepaid does not support. All other input stays. */
  const dropTransfer = async (): Promise<Result<unknown>> => {
    const { form } = store.read();
    if (!form.mnp) return { ok: true, value: null };
    const { id } = store.read();
    if (id !== null) changeDraft(id, { transferBefore: true });
    store.storeForm({ ...form, mnp: false });
    store.formSaved({ mnp: false });
    if (!formSent) return { ok: true, value: null };
    return call("validateCustomer", { body: bodyOf({ ...FRESH_FORM, ...fromWire(form), mnp: false }, "mobile") });
  };
  const day = dayText(refusal.decidedBy, locale, "by");
  const { mnp } = store.read().form;
  return (
    <Dialog
      title={t("title")}
      tone="warn"
      wide
      actions={
        <>
          <Button variant="ghost" onClick={onAsk}>
            {t("ask")}
          </Button>
          <CallOrBack variant="ghost" />
        </>
      }
    >
      <p>{t(refusal.check)}</p>
      {refusal.alternatives.length > 0 && (
        <>
          <h3 className={styles.heading}>{t("now")}</h3>
          <ul className={styles.alternatives}>
            {refusal.alternatives.map((each) => (
              <li key={each.kind}>
                <button type="button" className={styles.alternative} onClick={() => void busy.once(() => take(each))}>
                  <b>{t(each.kind)}</b>
                  <span>{unbroken([each.name, ...prices(each, t)].join(" · "))}</span>
                  {mnp && !each.transfer && <span>{t("noTransfer")}</span>}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={styles.heading}>{t("person")}</h3>
      <p>{t("personText", { day })}</p>
    </Dialog>
  );
}

type Translate = ReturnType<typeof useTranslations<"identity.refusal">>;
function prices({ total, billing, oneTime }: Alternative, t: Translate): readonly string[] {
  return [
    ...(fromChf(total) > 0 ? [t("dueNow", { amount: chf(total) })] : []),
    ...(fromChf(billing) > 0 ? [t("monthly", { amount: chf(billing) })] : []),
    ...(fromChf(oneTime) > 0 ? [t("once", { amount: chf(oneTime) })] : []),
  ];
}

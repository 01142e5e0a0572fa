import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import { call } from "#web/api/call.ts";
import type { Failure } from "#web/api/failure.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useOrder } from "#web/checkout/order.ts";
import { usePay } from "#web/checkout/pay.ts";
import { useSettlePrice } from "#web/checkout/price-agreement.ts";
import { isReviewChanged, useShowReviewAgain } from "#web/checkout/review-changed.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { useCheckoutStore } from "#web/checkout/state/store.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { bodyOf } from "#web/forms/customer-form.ts";
import { storeToken } from "#web/session/person.ts";
import type { PictureControl } from "./use-picture.ts";

type Purchase = {
  readonly family: "mobile" | "tv";
  /** There is an amount to pay now. */
  readonly dueNow: boolean;
  /** Waits for the picture's upload; resolves to the failure if it did not arrive. */
  readonly pictureSettled: PictureControl["settled"];
  /** The version of the review on the page. */
  readonly review: string;
  /** The version of the terms on the page. */
  readonly agbVersion: string;
  /** Shows the current terms and keeps the typed input; resolves to false if the terms could not be fetched. */
  readonly showTerms: () => Promise<boolean>;
  readonly showErrors: (errors: Readonly<Record<string, string>>) => void;
  /** The page already states that a person will decide, so refused credit is not reported again. */
  readonly reviewAsked: boolean;
  /** Shows that credit was refused. */
  readonly showRefusal: (refusal: NonNullable<AnswerOf<"createCustomer">["refusal"]>) => void;
};

/**
 * Returns the action of step 5's button: wait for the picture, create the customer, then order or pay (specification 4,
 * decisions 5). Further calls do nothing until it ends.
 */
export function usePurchase({
  family,
  dueNow,
  pictureSettled,
  review,
  agbVersion,
  showTerms,
  showErrors,
  reviewAsked,
  showRefusal,
}: Purchase): (form: CustomerForm) => Promise<void> {
  const t = useTranslations("customer");
  const tIdentity = useTranslations("identity");
  const tCheckout = useTranslations("checkout");
  const busy = useBusy();
  const ask = useAsk();
  const showFailure = useShowFailure();
  const store = useCheckoutStore();
  const order = useOrder();
  const pay = usePay();
  const { edit, correct } = useNavigation();
  const settlePrice = useSettlePrice();
  const showReviewAgain = useShowReviewAgain();

  const refused = async (failure: Failure, uploadFailure: Failure | null): Promise<"retry" | "done"> => {
    if (failure.kind === "fieldErrors") {
      const { newMsisdn, mnpMsisdn, ...others } = failure.errors;
      const refusal = newMsisdn ?? (Object.keys(others).length === 0 ? mnpMsisdn : undefined);
      if (refusal) {
        const answer = await ask({
          title: newMsisdn ? tIdentity("numberGone.title") : t("number.refused"),
          text: refusal,
          tone: "warn",
          answers: [
            { key: "choose", label: newMsisdn ? tIdentity("numberGone.choose") : tCheckout("edit") },
            { key: "close", label: t("close") },
          ],
        });
        if (answer !== "choose") return "done";
        if (newMsisdn) edit("4");
        else correct("4", { mnpMsisdn: refusal });
        return "done";
      }
    }
    if (failure.kind === "fieldErrors") {
      const uploadError =
        failure.errors["document"] && (uploadFailure?.kind === "message" || uploadFailure?.kind === "tooMany")
          ? { document: uploadFailure.message }
          : {};
      showErrors({ ...failure.errors, ...uploadError });
      return "done";
    }
    if (failure.kind === "userExists") {
      const answer = await ask({
        title: t("userExistsTitle"),
        text: t("userExists"),
        tone: "warn",
        answers: [
          { key: "login", label: t("login") },
          { key: "close", label: t("close") },
        ],
      });
      if (answer === "login") edit("3");
      return "done";
    }
    if (failure.kind === "badAddress") {
      const answer = await ask({
        title: t("badAddressTitle"),
        text: t("badAddress"),
        tone: "warn",
        answers: [
          { key: "edit", label: t("editAddress") },
          { key: "close", label: t("close") },
        ],
      });
      if (answer === "edit") correct("4a", { address: t("badAddress") });
      else document.querySelector('[data-step="4a"]')?.scrollIntoView({ block: "center" });
      return "done";
    }
    if (isReviewChanged(failure)) {
      await showReviewAgain(failure, showTerms);
      return "done";
    }
    return showFailure(failure);
  };

  const purchase = async (form: CustomerForm): Promise<void> => {
    // A change of bill delivery may still be in progress, or its response may have been lost.
    const unsettled = await store.settle();
    if (unsettled) {
      if ((await showFailure(unsettled)) === "retry") await purchase(form);
      return;
    }
    if (!(await settlePrice())) return;
    // A failure is only shown if create-customer then requires the picture, because TV needs none.
    const uploadFailure = await pictureSettled();
    const created = await call("createCustomer", { body: { ...bodyOf(form, family), review, agbVersion } });
    if (!created.ok) {
      if ((await refused(created.failure, uploadFailure)) === "retry") await purchase(form);
      return;
    }
    const { token } = created.value.body;
    if (token) storeToken(token, `${form.firstName} ${form.lastName}`);
    const { refusal } = created.value;
    if (refusal && !reviewAsked) return showRefusal(refusal);
    await (dueNow && !refusal ? pay() : order(false, review));
  };
  return async (form) => {
    await busy.once(() => purchase(form), dueNow ? undefined : t("ordering"));
  };
}

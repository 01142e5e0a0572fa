import { fromChf } from "#core/money/money.ts";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { goodsOf } from "#core/checkout-record/record.ts";
import { settlementOf } from "#core/price/settlement.ts";
import { canonical } from "#core/text/canonical.ts";
import { documentErrors } from "#core/form/document-errors.ts";
import { dayText } from "#core/time/day-text.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { RefusedCredit, TakenInstead, useReviewAsked } from "#web/forms/refused/refused-credit.tsx";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { today } from "#web/forms/today.ts";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { focusField } from "#web/kit/focus-field.ts";
import { browserStorage } from "#web/session/storage.ts";
import { storeTick, readTick } from "#web/session/terms-tick.ts";
import { BillSection } from "./BillSection.tsx";
import { DocumentSection } from "./DocumentSection.tsx";
import { EidWay } from "./eid/EidWay.tsx";
import { useVerifiedEid } from "./eid/use-verified-eid.ts";
import { ImageField } from "./ImageField.tsx";
import { ReadingNotice } from "./ReadingNotice.tsx";
import { PhonePhoto } from "./phone/PhonePhoto.tsx";
import { Review } from "./review/Review.tsx";
import { TermsSection } from "./TermsSection.tsx";
import { usePicture } from "./use-picture.ts";
import { useReading } from "./use-reading.ts";
import { usePurchase } from "./use-purchase.ts";

type Props = PrepareAnswers["5"] & {
  /** Fetches the prepared data again; resolves to false if that failed. */
  readonly renew: () => Promise<boolean>;
};

/**
 * The form of step 5: identity document, bill delivery, review of the order, terms. The button's label and note state
 * whether pressing it places a binding order.
 */
export function IdentityForm({ renew, ...prepared }: Props) {
  const t = useTranslations("customer");
  const tIdentity = useTranslations("identity");
  const { locale, offers } = usePage();
  const { answer, id } = useCheckout();
  const store = useCheckoutStore();
  // `useState` runs this only once, and before the form and the review read the draft.
  useState(store.dropUnsaved);
  const { record } = prepared.review;
  useEffect(() => {
    const own = store.read().record;
    // Bill delivery is chosen on this page, so the record from the server may not contain the choice yet.
    if (!own || canonical(goodsOf(record)) === canonical(goodsOf(own))) return;
    store.adopt({ ...goodsOf(record), ...(own.postBill !== undefined && { postBill: own.postBill }) });
  }, [store, record]);
  const { user, identity, tv, postpaid, business, agb, agbVersion, documents } = prepared;
  const known = useMemo(() => ({ ...user, ...identity }), [user, identity]);
  const family = tv ? "tv" : "mobile";
  const owner = { checkout: id, email: user.email, version: agbVersion };
  const [tickedVersion, setTickedVersion] = useState(() => (readTick(owner) ? agbVersion : null));
  const terms = tickedVersion === agbVersion;
  const [pressed, setPressed] = useState(false);
  const [refused, setRefused] = useState<typeof prepared.refusal>();
  const state = useCustomerForm(known, (form) =>
    documentErrors({ ...form, terms }, { documents, today: today(), documentPresent: true }),
  );
  const reading = useReading(state.form, documents);
  const control = usePicture(prepared.documentKept, reading.start);
  const eid = useVerifiedEid(state.form, reading.take, prepared.eid !== null);
  // As far as this window can tell. A phone may have sent a picture in the meantime, so only create-customer decides.
  const isPictureMissing =
    documents.copyNeeded &&
    !prepared.documentKept &&
    ["none", "refused"].includes(control.picture.state) &&
    !(prepared.eid?.replacesPicture && eid.verified);
  const [reviewAsked, askForReview] = useReviewAsked();
  const refusal = refused ?? prepared.refusal;
  // An order that waits for a person's decision is not paid now (decisions 4).
  const held = refusal !== undefined && reviewAsked;
  const isDue = settlementOf({ total: answer ? fromChf(answer.total) : 0, paid: false, business }) === "due";
  const dueNow = isDue && !held;
  const purchase = usePurchase({
    family,
    dueNow: isDue,
    pictureSettled: control.settled,
    review: prepared.review.version,
    agbVersion,
    async showTerms() {
      if (!(await renew())) return false;
      setPressed(false);
      focusField("terms");
      return true;
    },
    showErrors: state.showErrors,
    reviewAsked: held,
    showRefusal: setRefused,
  });

  const { forget } = state;
  const takeImage = (file: File) => {
    forget("document");
    control.choose(file);
  };
  const takeFromPhone = (secret: string | undefined) => {
    forget("document");
    control.takeFromPhone();
    reading.start(secret);
  };
  const submit = async () => {
    setPressed(true);
    // Stored at once, because the page may be left before the delayed `onSettled` call.
    if (terms) storeTick(owner, true);
    await state.submit(
      async (form) => {
        browserStorage.write("licenseStatus", agb.map(({ code }) => code).join(","));
        await purchase({ ...form, terms: true });
      },
      isPictureMissing ? { document: "document.missing" } : {},
    );
  };

  // The provider's page, or the only form inside the page, opens by this press, which is then the last one here.
  const notes = [
    held && tIdentity("refusal.asked", { day: dayText(refusal.decidedBy, locale, "by") }),
    dueNow ? t("identity.payObliges") : t("identity.obliges", { button: t("identity.order") }),
  ].filter(Boolean);
  return (
    <StepForm
      label={t(dueNow ? (offers.choosesWay ? "identity.toWays" : "identity.toPayment") : "identity.order")}
      note={notes.join(" ")}
      enabled
      missing={terms ? null : t("terms.missing")}
      onSubmit={submit}
    >
      <FormErrors state={state} />
      <TakenInstead />
      {/* A refusal from an earlier visit is shown only once the order button is pressed, so that the shopper can
          change the step first. */}
      {refusal && (held || refused) && (
        <Suspense fallback={<PartLoading />}>
          <RefusedCredit refusal={refusal} asked={reviewAsked} formSent={refused !== undefined} onAsk={askForReview} />
        </Suspense>
      )}
      <Section title={t("identity.title")} hint={t(documents.copyNeeded ? "image.hint" : "image.hintTv")}>
        {prepared.eid && (
          <EidWay replacesPicture={prepared.eid.replacesPicture} verified={eid.verified} onVerified={eid.take} />
        )}
        <ImageField control={control} onChoose={takeImage} error={state.errorOf("document")} />
        <PhonePhoto onReceived={takeFromPhone} />
        <ReadingNotice
          control={reading}
          state={state}
          offered={prepared.documentRead && ["none", "refused", "failed"].includes(control.picture.state)}
          pictured={control.picture.state === "there"}
          fixed={business}
        />
      </Section>
      <DocumentSection state={state} documents={documents} reading={reading} />
      {postpaid && <BillSection state={state} postBillFee={prepared.postBillFee} />}
      <Review prepared={prepared} dueNow={dueNow} />
      <TermsSection
        tv={tv}
        agb={agb}
        gdpr={prepared.gdpr}
        ticked={terms}
        danger={!terms && pressed}
        onTick={(ticked) => {
          setTickedVersion(ticked ? agbVersion : null);
          if (ticked) state.form.clear("terms");
        }}
        onSettled={(ticked) => storeTick(owner, ticked)}
      />
    </StepForm>
  );
}

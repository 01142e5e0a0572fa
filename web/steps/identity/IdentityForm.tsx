import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { settlementOf } from "#core/settlement.ts";
import { documentErrors, type CustomerForm, type FormErrors as Mistakes } from "#core/customer-form.ts";
import { Section, StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { FormErrors } from "#web/forms/FormErrors.tsx";
import { today } from "#web/forms/today.ts";
import { useCustomerForm } from "#web/forms/use-customer-form.ts";
import { focusField } from "#web/kit/focus-field.ts";
import { browserStorage } from "#web/session/storage.ts";
import { keepTick, readTick } from "#web/session/terms-tick.ts";
import { BillSection } from "./BillSection.tsx";
import { DocumentSection } from "./DocumentSection.tsx";
import { ImageField, type OnServer } from "./ImageField.tsx";
import { PhonePhoto } from "./phone/PhonePhoto.tsx";
import { TermsSection } from "./TermsSection.tsx";
import { usePicture } from "./use-picture.ts";
import { usePurchase } from "./use-purchase.ts";

/** The form of step 5. The label and note of its button say whether pressing it places a binding order. */
export function IdentityForm(prepared: PrepareAnswers["5"]) {
  const t = useTranslations("customer");
  const { answer, id } = useCheckout();
  const { user, identity, tv, postpaid, business, agb } = prepared;
  const known = useMemo(() => ({ ...user, ...identity }), [user, identity]);
  const family = tv ? "tv" : "mobile";
  const { picture, refused, choose, forget: forgetPicture } = usePicture();
  /** Where the picture comes from that the server already has. */
  const [onServer, setOnServer] = useState<OnServer | null>(prepared.documentKept ? "kept" : null);
  const [terms, setTerms] = useState(() => readTick(id, user.email));
  const [pressed, setPressed] = useState(false);
  // Only the server knows whether the checkout has a picture; create-customer checks that.
  const state = useCustomerForm(known, (form) =>
    sayMissingDates(
      documentErrors({ ...form, terms }, { family, postpaid, today: today(), documentPresent: true }),
      form,
    ),
  );
  const dueNow = settlementOf({ total: answer?.total ?? 0, paid: false, business }) === "due";
  const label = dueNow ? t("identity.toPayment") : t("identity.order");
  const purchase = usePurchase({ family, dueNow, picture, showErrors: state.showErrors });

  const { forget } = state;
  const takeImage = (file: File) => {
    forget("document");
    choose(file);
  };
  const takeFromPhone = () => {
    forget("document");
    forgetPicture();
    setOnServer("phone.received");
  };
  const submit = async () => {
    setPressed(true);
    if (!terms) {
      focusField("terms");
      return;
    }
    // The page may be left before the tick is stored.
    keepTick(id, user.email, true);
    await state.submit(async (form) => {
      browserStorage.write("licenseStatus", agb.map(({ code }) => code).join(","));
      await purchase({ ...form, terms: true });
    });
  };

  return (
    <StepForm
      label={label}
      summaryLabel={label}
      note={dueNow ? t("identity.payNext") : t("identity.obliges")}
      enabled
      blocked={!terms}
      onSubmit={submit}
    >
      <FormErrors state={state} />
      <DocumentSection state={state} contract={{ family, postpaid }} />
      <Section title={t("image.title")} hint={t(tv ? "image.hintTv" : "image.hint")}>
        <ImageField
          image={picture?.file ?? null}
          refused={refused}
          onServer={onServer}
          onChoose={takeImage}
          error={state.errorOf("document")}
        />
        <PhonePhoto onReceived={takeFromPhone} />
      </Section>
      {postpaid && <BillSection state={state} postBillFee={prepared.postBillFee} />}
      <TermsSection
        tv={tv}
        agb={agb}
        gdpr={prepared.gdpr}
        ticked={terms}
        danger={!terms && pressed}
        onTick={setTerms}
        onSettled={(ticked) => keepTick(id, user.email, ticked)}
      />
    </StepForm>
  );
}

/** Reports an empty date as missing instead of invalid. */
function sayMissingDates(errors: Mistakes, form: CustomerForm): Mistakes {
  const missing = (["issueDate", "validUntil"] as const).filter((field) => errors[field] && form[field] === "");
  return { ...errors, ...Object.fromEntries(missing.map((field) => [field, "missing"])) };
}

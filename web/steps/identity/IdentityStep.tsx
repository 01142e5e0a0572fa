import { useTranslations } from "use-intl";
import { CallUs } from "#web/checkout/dialogs/CallUs.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { IdentityForm } from "./IdentityForm.tsx";

/**
 * Step 5: identity document, bill delivery, terms, and the button that orders or leads to the payment. A business customer whose
 * record lacks what an order needs is asked to call (decisions 4).
 */
export default function IdentityStep() {
  const t = useTranslations();
  const prepared = usePrepare("5");
  if (!prepared) return null;
  return (
    <>
      <IdentityForm {...prepared} />
      {!prepared.recordComplete && (
        <CallUs title={t("customer.recordGaps.title")} message={t("fields.refused.businessRecord")} />
      )}
    </>
  );
}

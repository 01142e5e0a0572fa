import { Suspense } from "react";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { RefusedCredit, useReviewAsked } from "#web/forms/refused/refused-credit.tsx";
import { PersonForm } from "./PersonForm.tsx";

/**
 * Step 4: number, SIM and personal details. A shopper who is refused credit can request a decision by a person and
 * continue.
 */
export default function PersonStep() {
  const prepared = usePrepare("4");
  const [asked, ask] = useReviewAsked();
  if (!prepared) return null;
  const { refusal } = prepared;
  return (
    <>
      {refusal && (
        <Suspense fallback={<PartLoading />}>
          <RefusedCredit refusal={refusal} asked={asked} onAsk={ask} />
        </Suspense>
      )}
      <PersonForm {...prepared} />
    </>
  );
}

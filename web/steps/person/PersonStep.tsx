import { Suspense } from "react";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { RefusedCredit, useReviewAsked } from "#web/forms/refused/refused-credit.tsx";
import { PersonForm } from "./PersonForm.tsx";

/** Step 4: number, SIM and personal details. Whoever is refused credit may have a person decide, and goes on. */
export default function PersonStep() {
  const prepared = usePrepare("4");
  const [asked, ask] = useReviewAsked();
  if (!prepared) return null;
  const { refusal } = prepared;
  return (
    <>
      {refusal && (
        <Suspense>
          <RefusedCredit refusal={refusal} asked={asked} onAsk={ask} />
        </Suspense>
      )}
      <PersonForm {...prepared} />
    </>
  );
}

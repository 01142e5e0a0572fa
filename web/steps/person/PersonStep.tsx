import { Suspense } from "react";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { RefusedDialog } from "#web/forms/refused/refused-dialog.ts";
import { PersonForm } from "./PersonForm.tsx";

/** Step 4: number, SIM and personal details. */
export default function PersonStep() {
  const prepared = usePrepare("4");
  if (!prepared) return null;
  return (
    <>
      <PersonForm {...prepared} />
      {prepared.refusal && (
        <Suspense>
          <RefusedDialog refusal={prepared.refusal} />
        </Suspense>
      )}
    </>
  );
}

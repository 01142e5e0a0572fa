import { Suspense, useState } from "react";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { RefusedDialog } from "#web/forms/refused/refused-dialog.tsx";
import { PersonForm } from "./PersonForm.tsx";

/** Step 4: number, SIM and personal details. */
export default function PersonStep() {
  const prepared = usePrepare("4");
  const [read, setRead] = useState(false);
  if (!prepared) return null;
  return (
    <>
      <PersonForm {...prepared} />
      {prepared.refusal && !read && (
        <Suspense>
          <RefusedDialog refusal={prepared.refusal} onAsk={() => setRead(true)} />
        </Suspense>
      )}
    </>
  );
}

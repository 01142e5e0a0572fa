import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { IdentityForm } from "./IdentityForm.tsx";

/** Step 5: identity document, bill delivery, terms, and the button that orders or leads to the payment. */
export default function IdentityStep() {
  const prepared = usePrepare("5");
  return prepared && <IdentityForm {...prepared} />;
}

import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { AddressForm } from "./AddressForm.tsx";

/** Step 4a: where the customer lives. */
export default function AddressStep() {
  const prepared = usePrepare("4a");
  return prepared && <AddressForm user={prepared.user} />;
}

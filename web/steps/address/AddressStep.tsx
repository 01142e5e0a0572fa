import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { AddressForm } from "./AddressForm.tsx";

/** Step 4a: the customer's address. */
export default function AddressStep() {
  const prepared = usePrepare("4a");
  return prepared && <AddressForm user={prepared.user} takesPoBox={prepared.poBox} />;
}

import { useTranslations } from "use-intl";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { useContinue } from "#web/checkout/state/continue.tsx";
import { AddressForm } from "./AddressForm.tsx";

/** Step 4a: where the customer lives. */
export default function AddressStep() {
  const t = useTranslations("checkout");
  const prepared = usePrepare("4a");
  useContinue(t("continue"), prepared !== null);
  return prepared && <AddressForm user={prepared.user} />;
}

import { useTranslations } from "use-intl";
import { CallUs } from "#web/checkout/dialogs/CallUs.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { PersonForm } from "./PersonForm.tsx";

/** Step 4: number, SIM and personal details. */
export default function PersonStep() {
  const t = useTranslations("customer.noSolvent");
  const prepared = usePrepare("4");
  if (!prepared) return null;
  return (
    <>
      <PersonForm {...prepared} />
      {!prepared.solvent && <CallUs title={t("title")} message={t("message")} />}
    </>
  );
}

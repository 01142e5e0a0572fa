import { useTranslations } from "use-intl";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { useContinue } from "#web/checkout/state/continue.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { SolvencyDialog } from "./SolvencyDialog.tsx";

/** Step 4: number, SIM and person. */
export default function PersonStep() {
  const t = useTranslations("checkout");
  const prepared = usePrepare("4");
  useContinue(t("continue"), prepared?.solvent === true);
  if (!prepared) return null;
  return (
    <>
      <PersonForm {...prepared} />
      {!prepared.solvent && <SolvencyDialog />}
    </>
  );
}

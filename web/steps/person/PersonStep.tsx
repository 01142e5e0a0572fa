import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { PersonForm } from "./PersonForm.tsx";
import { SolvencyDialog } from "./SolvencyDialog.tsx";

/** Step 4: number, SIM and personal details. */
export default function PersonStep() {
  const prepared = usePrepare("4");
  if (!prepared) return null;
  return (
    <>
      <PersonForm {...prepared} />
      {!prepared.solvent && <SolvencyDialog />}
    </>
  );
}

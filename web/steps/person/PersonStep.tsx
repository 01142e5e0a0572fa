import { Suspense, useState } from "react";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { RefusedDialog, ToBeDecided } from "#web/forms/refused/refused-dialog.tsx";
import { checkoutId } from "#web/session/checkout-session.ts";
import { changeDraft, readDraft } from "#web/session/draft.ts";
import { PersonForm } from "./PersonForm.tsx";

/** Step 4: number, SIM and personal details. Whoever is refused credit may go on: a person then decides about the order. */
export default function PersonStep() {
  const prepared = usePrepare("4");
  const [id] = useState(checkoutId);
  const [read, setRead] = useState(() => id !== null && readDraft(id).refusalRead);
  if (!prepared) return null;
  const close = () => {
    if (id !== null) changeDraft(id, { refusalRead: true });
    setRead(true);
  };
  const { refusal } = prepared;
  return (
    <>
      {refusal && read && (
        <Suspense>
          <ToBeDecided day={refusal.decidedBy} onShow={() => setRead(false)} />
        </Suspense>
      )}
      <PersonForm {...prepared} />
      {refusal && !read && (
        <Suspense>
          <RefusedDialog refusal={refusal} onAsk={close} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect } from "react";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { forgetDraft } from "#web/session/draft.ts";
import { OnHold } from "./OnHold.tsx";
import { Thanks } from "./Thanks.tsx";

/** Step 7: the order, or the notice that it is on hold. Removes the draft of the checkout. */
export default function ThanksStep() {
  const prepared = usePrepare("7");
  const { id } = useCheckout();
  const ordered = prepared !== null;
  const order = useRemote(ordered ? "order" : null, () => call("order", {}));
  useEffect(() => {
    if (ordered && id !== null) forgetDraft(id);
  }, [ordered, id]);

  // Waits for the order, so that nothing moves later. If it cannot be loaded, only the thanks are shown.
  if (!prepared || order === undefined) return null;
  return prepared.solvent ? <Thanks order={order} /> : <OnHold number={order?.orderNumber ?? null} />;
}

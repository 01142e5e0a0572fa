import { useEffect } from "react";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { forgetDraft } from "#web/session/draft.ts";
import { OnHold } from "./OnHold.tsx";
import { Thanks } from "./Thanks.tsx";

/** Page 7: thanks with the order's number, or the warning that it is on hold. What was typed is forgotten now. */
export default function ThanksStep() {
  const prepared = usePrepare("7");
  const { id } = useCheckout();
  const ordered = prepared !== null;
  const order = useRemote(ordered ? "order" : null, () => call("order", {}));
  useEffect(() => {
    if (ordered && id !== null) forgetDraft(id);
  }, [ordered, id]);

  // Shown whole or not at all: nothing moves under a finger. An order that cannot be read leaves the thanks.
  if (!prepared || order === undefined) return null;
  return prepared.solvent ? <Thanks order={order} /> : <OnHold number={order?.orderNumber ?? null} />;
}

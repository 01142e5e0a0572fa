import { useEffect, useState, type ComponentType } from "react";
import type { OrderState } from "#core/order/order-states.ts";
import { call } from "#web/api/call.ts";
import { useRemote } from "#web/api/use-remote.ts";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { forgetDraft } from "#web/session/draft.ts";
import { AwaitingPayment, Cancelled, OnHold } from "./OtherStates.tsx";
import type { OrderPage } from "./OpenOrder.tsx";
import { Thanks } from "./Thanks.tsx";

/** The content of the last step for each state of the order. */
const PAGES: Readonly<Record<OrderState, ComponentType<OrderPage>>> = {
  placed: Thanks,
  onHold: OnHold,
  awaitingPayment: AwaitingPayment,
  cancelled: Cancelled,
};

/** Step 7: the order, depending on its state. Removes the checkout's draft. */
export default function ThanksStep() {
  const prepared = usePrepare("7");
  const { id } = useCheckout();
  const ordered = prepared !== null;
  const [loads, setLoads] = useState(1);
  const order = useRemote(ordered ? `order ${loads}` : null, () => call("order", {}));
  useEffect(() => {
    if (ordered && id !== null) forgetDraft(id);
  }, [ordered, id]);

  // Waits for the order, so that nothing moves later. If it cannot be loaded, the page shows only what prepare
  // returned.
  if (!prepared || order === undefined) return null;
  const Page = PAGES[order?.status ?? (prepared.solvent ? "placed" : "onHold")];
  return <Page order={order} onChanged={() => setLoads(loads + 1)} />;
}

import { useState } from "react";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { token } from "#web/session/login.ts";
import { AccountForms } from "./AccountForms.tsx";
import { KnownCustomer } from "./KnownCustomer.tsx";

/** Step 3: continue as who is known here, or log in or register. */
export default function AccountStep() {
  const prepared = usePrepare("3");
  const { account } = useCheckout();
  const [other, setOther] = useState(false);
  // Somebody is probably known: the forms would flash before the answer.
  const [expected] = useState(account !== null || token() !== null);
  const known = prepared?.user?.email;
  if (known && !other) return <KnownCustomer email={known} onOther={() => setOther(true)} />;
  if (!prepared && expected) return null;
  return <AccountForms ready={prepared !== null} email={other ? "" : emailOf(account)} focused={other} />;
}

/** The e-mail of an account that may be named by its phone number. */
const emailOf = (account: string | null) => (account?.includes("@") ? account : "");

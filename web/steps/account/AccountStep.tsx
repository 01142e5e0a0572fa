import { useState } from "react";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { token } from "#web/session/login.ts";
import { AccountForms } from "./AccountForms.tsx";

/** Step 3: continue as the customer known here, register or log in. */
export default function AccountStep() {
  const prepared = usePrepare("3");
  const { account } = useCheckout();
  // Somebody is probably known: the forms would flash before the answer.
  const [expected] = useState(account !== null || token() !== null);
  if (!prepared && expected) return null;
  // Keyed, because who is known comes with the answer and decides the choice at first.
  const known = prepared?.user ?? null;
  return (
    <AccountForms
      key={known?.email ?? ""}
      ready={prepared !== null}
      known={known}
      email={known ? "" : emailOf(account)}
    />
  );
}

/** The e-mail of an account that may be named by its phone number. */
const emailOf = (account: string | null) => (account?.includes("@") ? account : "");

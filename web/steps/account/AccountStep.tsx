import { useState } from "react";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { token } from "#web/session/login.ts";
import { AccountForms } from "./AccountForms.tsx";

/** Step 3: continue as the known customer, register or log in. */
export default function AccountStep() {
  const prepared = usePrepare("3");
  const { account } = useCheckout();
  // A known customer is probable: the forms would flash before the answer.
  const [expected] = useState(account !== null || token() !== null);
  if (!prepared && expected) return null;
  // Keyed, because the known customer comes with the answer and determines the initial choice.
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

/** Returns the e-mail of an account; empty if the account is identified by its phone number. */
const emailOf = (account: string | null) => (account?.includes("@") ? account : "");

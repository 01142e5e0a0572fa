import { useState } from "react";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { token } from "#web/session/login.ts";
import { AccountForms } from "./AccountForms.tsx";

/** Step 3: continue as the known customer, register or log in. */
export default function AccountStep() {
  const prepared = usePrepare("3");
  const { account } = useCheckout();
  // The customer is probably known, so the forms would appear only for a moment before the response.
  const [expected] = useState(account !== null || token() !== null);
  if (!prepared && expected) return null;
  // The key mounts the forms again once the response names the known customer, who determines the initial choice.
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

/** Returns an account's e-mail address; empty if the account is identified by its phone number. */
const emailOf = (account: string | null) => (account?.includes("@") ? account : "");

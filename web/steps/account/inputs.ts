import { useEffect, useState } from "react";
import { hasLoggedInBefore } from "#web/session/login.ts";
import { storeTypedAccount, readTypedAccount, type TypedAccount } from "#web/session/typed-account.ts";

type Values = TypedAccount & { readonly code: string };
export type AccountMode = TypedAccount["mode"];
export type AccountInputs = Values & { readonly update: (change: Partial<Values>) => void };

/**
 * Returns the inputs that the forms of step 3 share, without the password. They survive a reload. `email`: the initial
 * e-mail address. In a browser without an earlier login, the registration is open initially.
 */
export function useAccountInputs(email: string): AccountInputs {
  const [values, setValues] = useState<Values>(() => ({
    mode: email || hasLoggedInBefore() ? "login" : "register",
    way: email ? "password" : "sms",
    username: email,
    phone: "",
    remind: false,
    sent: null,
    ...readTypedAccount(),
    code: "",
  }));
  useEffect(() => storeTypedAccount(values), [values]);
  return { ...values, update: (change) => setValues((old) => ({ ...old, ...change })) };
}
